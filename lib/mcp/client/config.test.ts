// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the configuration names variables this way.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillIn, parseMcpConfig, readMcpConfig } from "@/lib/mcp/client/config";
import { schemaForModel } from "@/lib/mcp/client/tool-schema";

const parse = (mcpServers: unknown) => parseMcpConfig({ mcpServers }, "mcp.json");

test("[T2] the usual form names servers with an address or a command; what is switched off is left out", () => {
  const servers = parse({
    github: { type: "http", url: "https://mcp.example/", headers: { authorization: "Bearer ${TOKEN}" } },
    files: {
      command: "npx",
      args: ["-y", "files"],
      env: { ROOT: "." },
      timeout: 5_000,
      note: "kept by others",
    },
    old: { command: "old", disabled: true },
  });
  expect(servers).toMatchObject([
    { name: "github", kind: "remote", timeoutMs: 60_000 },
    { name: "files", kind: "command", timeoutMs: 5_000, command: { args: ["-y", "files"] } },
  ]);
});

test("[T2] a mistake in the file is a readable error; a file that isn't there names no server", () => {
  expect(() => parse({ github: { address: "x" } })).toThrow(/mcp.json is not right.*url/s);
  expect(() => parse({ dashboard: { command: "x" } })).toThrow(/Kaboo's own/);
  expect(() => parse({ "a b": { command: "x" }, "a-b": { command: "x" } })).toThrow(/both be called a-b/);
  const folder = mkdtempSync(join(tmpdir(), "kaboo-mcp-"));
  const file = join(folder, "mcp.json");
  expect(readMcpConfig(file)).toEqual([]);
  expect(() => readMcpConfig(file, { required: true })).toThrow(/can't be read/);
  writeFileSync(file, "{");
  expect(() => readMcpConfig(file)).toThrow("mcp.json is not JSON.");
});

test("[T2] secrets are named in the file and filled in when used", () => {
  expect(fillIn("Bearer ${TOKEN}", { TOKEN: "x" })).toBe("Bearer x");
  expect(fillIn("${HOST:-localhost}", {})).toBe("localhost");
  expect(() => fillIn("${TOKEN}", {})).toThrow(/TOKEN is not set/);
});

test("[T2] a schema that is no schema, loops, explodes or is huge still gives one that a provider takes", () => {
  expect(schemaForModel(undefined)).toEqual({ type: "object", properties: {}, required: [] });
  expect(schemaForModel({ $ref: "#" })).toMatchObject({ type: "object", properties: {} });
  const defs = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `n${at}`,
      { anyOf: [{ $ref: `#/$defs/n${at + 1}` }, { $ref: `#/$defs/n${at + 1}` }] },
    ]),
  );
  const exploding = { type: "object", properties: { start: { $ref: "#/$defs/n0" } }, $defs: defs };
  expect(JSON.stringify(schemaForModel(exploding)).length).toBeLessThan(12_000);
  const huge = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`p${at}`, { type: "string", description: "x".repeat(500) }]),
  );
  const outlined = schemaForModel({ type: "object", properties: huge, required: ["p1"] });
  expect(JSON.stringify(outlined).length).toBeLessThan(30_000);
  expect(outlined).toMatchObject({ properties: { p1: { type: "string" } }, required: ["p1"] });
  const named = schemaForModel({ properties: { definitions: { type: "string" }, $ref: { type: "string" } } });
  expect(named).toMatchObject({ properties: { definitions: { type: "string" }, $ref: { type: "string" } } });
});
