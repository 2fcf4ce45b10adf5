// node scripts/check-page-size.mjs [--record]   how much JavaScript the first view of a conversation needs, from the build (P7).
// Fails when it is 5 KB more than was last recorded: growth is to be seen, weighed, and recorded. The aim is 250 KB.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./project.mjs";

export const aimBytes = 250_000;
const unnoticedBytes = 5_000;
const page = "app/threads/[threadId]/page";
const recordFile = join(root, "scripts/page-size.json");

/** Everything the page loads before anybody does anything; what is loaded later is not in its entry. */
function firstScripts() {
  const folder = join(root, ".next/server", page);
  if (!existsSync(folder)) throw new Error("There is no build: npm run build");
  const { rootMainFiles } = JSON.parse(readFileSync(join(folder, "build-manifest.json"), "utf8"));
  const references = readFileSync(`${folder}_client-reference-manifest.js`, "utf8");
  const manifest = JSON.parse(references.slice(references.indexOf("= {") + 2).replace(/;\s*$/, ""));
  return new Set([...rootMainFiles, ...manifest.entryJSFiles[`[project]/${page}`]]);
}

export function firstViewBytes() {
  let bytes = 0;
  for (const file of firstScripts()) bytes += gzipSync(readFileSync(join(root, ".next", file))).length;
  return bytes;
}

const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1)} KB`;

function main() {
  const bytes = firstViewBytes();
  if (process.argv.includes("--record")) writeFileSync(recordFile, `${JSON.stringify({ bytes }, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(recordFile, "utf8")).bytes;
  console.log(
    `JavaScript of the first view: ${kilobytes(bytes)} gzip, recorded ${kilobytes(recorded)}, aimed at ${kilobytes(aimBytes)}`,
  );
  if (bytes > recorded + unnoticedBytes)
    return fail("It has grown. If that is wanted: node scripts/check-page-size.mjs --record");
}

function fail(why) {
  console.error(why);
  process.exitCode = 1;
}

if (process.argv[1]?.endsWith("check-page-size.mjs")) main();
