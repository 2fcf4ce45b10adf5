// npm test   everything: checks, unit tests, a production build, and a real browser. Ends with one line of counts.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { findPostgres } from "./postgres.mjs";
import { programOf, root } from "./project.mjs";

const reports = mkdtempSync(join(tmpdir(), "kaboo-test-"));

function step(title, args, env = {}) {
  console.log(`\n── ${title}`);
  const started = Date.now();
  const done = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  console.log(
    `── ${title}: ${done.status === 0 ? "ok" : "FAILED"} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return done.status === 0;
}

function counts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const unitReport = join(reports, "unit.json");
const browserReport = join(reports, "browser.json");
const browser = findChromium();
findPostgres();
const steps = [
  () => step("checks", [join(root, "scripts/check.mjs")]),
  () =>
    step("unit tests", [
      programOf("vitest"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${unitReport}`,
    ]),
  () => step("build", [programOf("next"), "build"]),
  () => step("size of the page", [join(root, "scripts/check-page-size.mjs")]),
  () =>
    step("browser tests", [programOf("@playwright/test", "playwright"), "test"], {
      KABOO_CHROMIUM: browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
    }),
];
let failed = 0;
for (const run of steps) if (!run()) failed += 1;

const unit = counts(unitReport);
const e2e = counts(browserReport)?.stats;
const passed = (unit?.numPassedTests ?? 0) + (e2e?.expected ?? 0);
const failedTests = (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0) + (e2e?.flaky ?? 0);
rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${Math.max(failedTests, failed)} failed`);
process.exit(failed === 0 && failedTests === 0 && passed > 0 ? 0 : 1);
