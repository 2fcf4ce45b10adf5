// Documents are tested: every path they name exists, every npm script too, and .env.example has exactly the keys of lib/env.ts.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { projectFiles, root } from "./project.mjs";

const problems = [];

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const file of projectFiles((name) => name.endsWith(".md"))) {
  const text = readFileSync(file, "utf8");
  const say = (problem) => problems.push(`${relative(root, file)}: ${problem}`);
  for (const [, path] of text.matchAll(/`((?:app|lib|prisma|e2e|scripts|public|docs)\/[\w./[\]-]*)`/g)) {
    if (!existsSync(join(root, path))) say(`names ${path}, which is not there`);
  }
  for (const [, target] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (!existsSync(join(dirname(file), target))) say(`links to ${target}, which is not there`);
  }
  for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!scripts[script]) say(`names npm run ${script}, which package.json doesn't have`);
  }
}

const known = [...readFileSync(join(root, "lib/env.ts"), "utf8").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
  ([, key]) => key,
);
const shown = [...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^([A-Z][A-Z_]+)=/gm)].map(
  ([, key]) => key,
);
for (const key of known)
  if (key !== "NODE_ENV" && !shown.includes(key)) problems.push(`.env.example lacks ${key}`);
for (const key of shown)
  if (!known.includes(key)) problems.push(`.env.example has ${key}, which lib/env.ts doesn't know`);

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
