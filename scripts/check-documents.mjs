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

/** The first cells of a document's table rows, code marks taken off. */
const rowsOf = (file) =>
  [...readFileSync(join(root, file), "utf8").matchAll(/^\| (.+) \|$/gm)].map(([, row]) =>
    row.split(" | ").map((cell) => cell.replaceAll("`", "").trim()),
  );

/** Tells what a document lacks, and what it has that the code doesn't. */
function compare(file, told, there) {
  for (const name of there) if (!told.includes(name)) problems.push(`${file} lacks ${name}`);
  for (const name of told)
    if (!there.includes(name)) problems.push(`${file} has ${name}, which the code doesn't`);
}

const api = rowsOf("docs/api.md");
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const routes = [...projectFiles((name) => name === "route.ts", join(root, "app"))].flatMap((file) => {
  const path = relative(join(root, "app"), dirname(file)).replaceAll("\\", "/");
  // What is at no address.
  if (path.includes("[...")) return [];
  const exported = readFileSync(file, "utf8").match(
    /^export (?:const|async function|function) \w+|^export \{[^}]+\}/gm,
  );
  return methods
    .filter((method) => exported?.some((line) => new RegExp(`\\b${method}\\b`).test(line)))
    .map((method) => `${method} /${path}`);
});
compare(
  "docs/api.md",
  api.filter(([method]) => methods.includes(method)).map(([method, path]) => `${method} ${path}`),
  routes,
);
const session = readFileSync(join(root, "app/_session/index.ts"), "utf8");
compare(
  "docs/api.md",
  api.map(([name]) => name).filter((name) => /^use[A-Z]/.test(name)),
  session.match(/\buse[A-Z]\w+/g),
);

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
compare(
  "docs/dependencies.md",
  rowsOf("docs/dependencies.md")
    .flatMap(([names]) => names.split(", "))
    .filter((name) => /^[@a-z]/.test(name) && name !== "package"),
  Object.keys({ ...dependencies, ...devDependencies }),
);

const settings = rowsOf("docs/configuration.md")
  .map(([name]) => name)
  .filter((name) => /^[A-Z][A-Z_]+$/.test(name));
compare(
  "docs/configuration.md",
  settings,
  known.filter((key) => key !== "NODE_ENV"),
);

// A text to look up is worth a row only while the code says it.
const code = [...projectFiles((name) => /\.(ts|tsx|mjs)$/.test(name))]
  .filter((file) => !/\.(test|spec)\./.test(file))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
for (const [quoted] of rowsOf("docs/troubleshooting.md")) {
  const said = /^"(.+)"$/.exec(quoted)?.[1];
  if (said && !code.includes(said))
    problems.push(`docs/troubleshooting.md quotes “${said}”, which nothing says`);
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
