import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, totalmem } from "node:os";
import { type Figure, isMet, type Part, renderTarget, renderValue } from "./figures";

/** What one run of a part gave, on which machine. */
type Measured = {
  node: string;
  cores: number;
  memoryGiB: number;
  load: number;
  on: string;
  figures: Figure[];
};

/** By part, then by Node's major version. */
type Kept = Record<string, Record<string, Measured>>;

const keptFile = "bench/figures.json";
const tableFile = "BENCHMARKS.md";

/** Keeps a part's figures beside those of other parts and other versions of Node, and writes the table anew. */
export function keepFigures(part: Part, figures: Figure[], load: number, parts: readonly Part[]): void {
  const kept: Kept = existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, "utf8")) : {};
  const node = process.versions.node;
  const measured: Measured = {
    node,
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: Number(load.toFixed(1)),
    on: new Date().toISOString().slice(0, 10),
    figures,
  };
  kept[part.name] = { ...kept[part.name], [node.split(".")[0] ?? node]: measured };
  writeFileSync(keptFile, `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(tableFile, renderBenchmarks(kept, parts));
}

/** How busy the machine was before the part began: processes that wanted a core. */
export const loadNow = (): number => loadavg()[0] ?? 0;

function renderBenchmarks(kept: Kept, parts: readonly Part[]): string {
  const sections = parts.flatMap((part) =>
    kept[part.name] ? [renderPart(part, kept[part.name] ?? {})] : [],
  );
  return `${[intro, ...sections].join("\n\n")}\n`;
}

const intro = `# Benchmarks

Written by \`npm run bench [part…]\`, which needs a build (\`npm run build\`). Ratios are measured in one run, both sides in
turn; times depend on the machine, and on what else it does meanwhile: \`load\` is how many processes wanted a core when
the part began. A figure that misses its target says so; under a load of more than the machine has cores, times and turns
a second say more about the load than about the app, while ratios of CPU and bytes hold.

What remains above its target. First text: five commits and eight reads come before it, since what a person wrote is stored
before a model is asked; in a profile of turns with one short text the database's own work was a third. The rest has not been profiled,
and these are guesses: turn 50 reads the whole transcript again, and each of its three model calls converts the whole conversation;
peak memory begins with what Next and the drivers load; reopening is a request, one large statement and the JSON of ten turns; under load
client, model and app share two cores. Opening and load were measured once, page, feel, rows and session before that on a
busier machine; all of them on one that others used, too, so that turns 5 and 50 compare only roughly.`;

function renderPart({ title }: Part, measured: Record<string, Measured>): string {
  const versions = Object.keys(measured).sort((one, other) => Number(other) - Number(one));
  const newest = measured[versions[0] ?? ""]?.figures ?? [];
  const cell = (version: string, { what }: Figure) => {
    const figure = measured[version]?.figures.find((one) => one.what === what);
    if (!figure) return "";
    return `${renderValue(figure.value, figure.unit)}${isMet(figure) === false ? " **misses**" : ""}`;
  };
  const rows = [
    ["rule", "what", "target", ...versions.map((version) => `Node ${version}`)],
    ["---", "---", "---", ...versions.map(() => "---")],
    ...newest.map((figure) => [
      figure.rule,
      figure.what,
      renderTarget(figure),
      ...versions.map((version) => cell(version, figure)),
    ]),
  ];
  const table = rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
  return `## ${title}\n\n${table}\n\n${versions.map((version) => renderMachine(measured[version])).join("\n")}`;
}

function renderMachine(measured: Measured | undefined): string {
  if (!measured) return "";
  const { node, cores, memoryGiB, load, on } = measured;
  return `- Node ${node}, ${cores} cores, ${memoryGiB} GiB, load ${load}, ${on}`;
}
