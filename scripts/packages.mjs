// Which packages a program needs: for what no bundler and no tracer sees, because Node starts it from its file.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

/** The names with all they depend on, as far as it is installed: of native parts, this platform's own. */
export function withDependencies(names) {
  const found = new Set();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const file = join(root, "node_modules", name, "package.json");
    if (found.has(name) || !existsSync(file)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8"));
    open.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return [...found].sort();
}
