import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { scripts, engines } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

test("[U2] no npm script needs a shell: each is one program with plain arguments", () => {
  for (const [name, command] of Object.entries(scripts)) {
    expect(command, name).toMatch(
      /^(node scripts\/[\w-]+\.mjs|next|vitest|playwright|tsx|biome)( [\w./:@-]+)*$/,
    );
  }
});

test("[U2] the programs under scripts start others without a shell, and Node 20.19 is the oldest told", () => {
  for (const file of readdirSync("scripts").filter(
    (name) => name.endsWith(".mjs") && name !== "prepare.mjs",
  )) {
    expect(readFileSync(`scripts/${file}`, "utf8"), file).not.toMatch(
      /shell: true|(?<![.\w])exec\(|execSync\(/,
    );
  }
  expect(engines.node).toBe(">=20.19");
  expect(readFileSync("scripts/prepare.mjs", "utf8")).toContain("minor < 19");
});
