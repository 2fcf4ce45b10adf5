// Runs before dev, build, start and test, with nothing but Node: installs what the lockfile names when it isn't there,
// and generates the database client when the models are newer.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Kaboo Canvas needs Node 20.19 or newer (24 is best); this is ${process.versions.node}.`);
  process.exit(1);
}

const digest = (file) =>
  createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("hex");

/** True when `file` is as it was when `stamp` was last written. */
function isCurrent(stamp, file) {
  return existsSync(join(root, stamp)) && readFileSync(join(root, stamp), "utf8") === digest(file);
}

function writeStamp(stamp, file) {
  mkdirSync(dirname(join(root, stamp)), { recursive: true });
  writeFileSync(join(root, stamp), digest(file));
}

function install() {
  const npm = process.env.npm_execpath;
  const command = npm ? process.execPath : process.platform === "win32" ? "npm.cmd" : "npm";
  // On Node 20 npm would warn of every package that asks for 22 and runs on 20 all the same.
  const args = [...(npm ? [npm] : []), "ci", "--no-audit", "--no-fund", "--loglevel=error"];
  // Prisma's install step would download an engine that this project doesn't use; an existing file tells it not to.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, NODE_ENV: "development" };
  console.log("Installing packages (once) …");
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env,
    shell: !npm && process.platform === "win32",
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Whether what npm last put into node_modules is what the lockfile names; a platform's optional packages may be absent. */
function isInstalled() {
  const tree = join(root, "node_modules/.package-lock.json");
  if (!existsSync(tree)) return false;
  const there = JSON.parse(readFileSync(tree, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === "" || optional || there[path]?.version === version,
  );
}

if (!isInstalled()) install();

const generated = "lib/db/generated/.models";
if (!isCurrent(generated, "prisma/models.prisma")) {
  await import(pathToFileURL(join(root, "scripts/prisma-generate.mjs")).href);
  writeStamp(generated, "prisma/models.prisma");
}
