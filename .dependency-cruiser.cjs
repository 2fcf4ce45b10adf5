// Who may import what. Each rule's name is the sentence a reader sees when it fails.
const browser = "^app/_";
const universal =
  "^lib/(shared|workspace)/|^lib/[^/]+/(schema|layout|params)[.]ts$|^lib/agents/entry-agent[.]ts$";
const domain = "(dashboards|queries|knowledge)";
const test = "[.](test|spec)[.]tsx?$|^lib/testing/";
const npm = (...names) => `(^|/)node_modules/(${names.join("|")})/`;

const forbid = (name, from, to) => ({ name, severity: "error", from, to });

/** A package that only `owners` may touch, so that changing it changes one folder. */
const oneHome = (name, packages, owners) =>
  forbid(`${name}-has-one-home`, { pathNot: `${owners}|${test}|^scripts/` }, { path: packages });

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    forbid("no-cycles", {}, { circular: true }),
    forbid("lib-never-imports-app", { path: "^lib/" }, { path: "^(app|e2e)/" }),
    forbid(
      "lib-knows-no-next-or-react",
      { path: "^lib/", pathNot: "^lib/http/" },
      { path: npm("next", "react", "react-dom") },
    ),
    forbid("engine-knows-no-domain", { path: "^lib/agent/" }, { path: "^lib/(?!agent/|shared/)" }),
    forbid(
      "universal-stays-universal",
      { path: universal, pathNot: test },
      { path: "^(app|lib|prisma)/", pathNot: universal },
    ),
    forbid(
      "browser-imports-only-universal-lib",
      { path: browser, pathNot: test },
      { path: "^(lib|prisma)/", pathNot: universal },
    ),
    forbid(
      "domains-are-peers",
      { path: `^lib/${domain}/`, pathNot: test },
      { path: `^lib/${domain}/`, pathNot: "^lib/$1/|/schema[.]ts$" },
    ),
    forbid(
      "sources-know-no-domain",
      { path: "^lib/(db|sources)/" },
      { path: "^lib/(agent|agents|workspace|runs|threads|dashboards|queries)/" },
    ),
    forbid(
      "panels-are-peers",
      { path: "^app/_(chat|canvas)/" },
      { path: "^app/_(chat|canvas|workbench)/", pathNot: "^app/_$1/" },
    ),
    forbid(
      "session-knows-no-panel",
      { path: "^app/_session/" },
      { path: "^app/_(chat|canvas|workbench|inspector)/" },
    ),
    forbid("tests-are-leaves", { pathNot: test }, { path: "[.](test|spec)[.]tsx?$" }),
    forbid("e2e-sees-only-the-contract", { path: "^e2e/" }, { path: "^(app|lib)/", pathNot: universal }),
    oneHome(
      "prisma",
      `${npm("@prisma", "[.]prisma")}|^lib/db/generated/`,
      "^(lib/db|prisma)/|^prisma[.]config",
    ),
    oneHome("model-sdk", npm("ai", "@ai-sdk"), "^lib/(agent|model|mcp|lab)/|^app/_session/"),
    oneHome("ag-ui", npm("@ag-ui"), "^(lib/agent|lib/runs|lib/threads|lib/http|lib/lab|app/_session)/"),
    oneHome("mcp", npm("@modelcontextprotocol"), "^lib/mcp/|^e2e/"),
    oneHome("patches-and-globs", npm("fast-json-patch", "picomatch"), "^lib/(agent|shared)/"),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules|^lib/db/generated" },
    exclude: { path: "^[.]next" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
