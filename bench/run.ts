// npm run bench [part…]   ratios measured in one run on this machine, written to BENCHMARKS.md; never a test.
import { engine } from "./engine";
import { feel } from "./feel";
import { isMet, type Part, renderTarget, renderValue } from "./figures";
import { load } from "./load";
import { page } from "./page";
import { prompt } from "./prompt";
import { replay } from "./replay";
import { keepFigures, loadNow } from "./report";
import { rows } from "./rows";
import { session } from "./session";

const parts: readonly Part[] = [engine, session, replay, rows, load, prompt, page, feel];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `No part is called ${unknown.join(", ")}. There are: ${parts.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}
// What a part waits for may be a process that keeps this one alive by nothing.
const alive = setInterval(() => {}, 1_000);
for (const part of parts) {
  if (wanted.length > 0 && !wanted.includes(part.name)) continue;
  const busy = loadNow();
  console.log(`${part.title} (load ${busy.toFixed(1)})`);
  const figures = await part.run();
  for (const figure of figures) {
    const target = renderTarget(figure);
    const verdict = isMet(figure) === false ? "  MISSES" : "";
    console.log(
      `  ${figure.rule} ${figure.what}: ${renderValue(figure.value, figure.unit)}${target && `  (${target})`}${verdict}`,
    );
  }
  keepFigures(part, figures, busy, parts);
}
clearInterval(alive);
