import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { envKeys, parseEnv } from "@/lib/env";

test("[N2] an empty setting counts as not set, and defaults hold", () => {
  const env = parseEnv({ MODEL: "", PORT: "", KABOO_DATA: "" });
  expect(env).toMatchObject({ PORT: 3000, KABOO_DATA: ".data" });
  expect(env.MODEL).toBeUndefined();
});

test("[N2] a wrong setting is told by name", () => {
  expect(() => parseEnv({ PORT: "eighty" })).toThrow(/PORT/);
  expect(() => parseEnv({ OPENAI_BASE_URL: "not a url" })).toThrow(/OPENAI_BASE_URL/);
});

test("[N2] .env.example names exactly the settings that are parsed", () => {
  const shown = [...readFileSync(".env.example", "utf8").matchAll(/^([A-Z_]+)=/gm)].map(([, key]) => key);
  expect(shown.toSorted()).toEqual(envKeys.toSorted());
});
