import { afterEach, beforeEach, expect, test } from "vitest";
import { person } from "@/lib/changes/actor";
import { createChanges } from "@/lib/changes/service";
import { openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import { NewMetric } from "@/lib/knowledge/schema";
import { createKnowledge, type KnowledgeService } from "@/lib/knowledge/service";
import { AppError } from "@/lib/shared/app-error";
import { newId } from "@/lib/shared/id";

let database: TestDatabase;
let knowledge: KnowledgeService;
let minute = 0;
const now = () => new Date(Date.UTC(2026, 10, 30, 10, minute++));

beforeEach(() => {
  database = openTestDatabase();
  const { db } = database;
  knowledge = createKnowledge({
    db,
    changes: createChanges({ db, now, newId }),
    async checkSql(_, { sql }) {
      if (sql.includes("nope")) throw new AppError("bad_input", "no column nope");
    },
    now,
    newId,
  });
});
afterEach(() => database.close());

const me = person("ada");
const churn = NewMetric.parse({
  name: "Churn rate",
  sql: "avg(churned)",
  table: "accounts",
  format: "percent",
});
const refused = (code: string, words = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(words) });

test("[T10] instructions, terms and metrics are kept with their owner, each edit a version", async () => {
  expect(await knowledge.get("ada")).toEqual({
    ...{ version: 0, updatedAt: null, instructions: "", glossary: [], metrics: [] },
  });
  await knowledge.update(me, { instructions: "Answer in euros." });
  const told = await knowledge.update(me, {
    glossary: [
      { term: "Logo", meaning: "a paying account" },
      { term: "ARR", meaning: "annual recurring revenue" },
    ],
    metrics: [churn],
  });
  expect(told).toMatchObject({
    version: 2,
    instructions: "Answer in euros.",
    glossary: [{ term: "ARR" }, { term: "Logo", id: expect.stringMatching(/^n_/) }],
    metrics: [{ ...churn, description: "" }],
  });
  expect(await knowledge.get("ada")).toEqual(told);
  expect(await knowledge.get("bob")).toMatchObject({ version: 0 });
  const [logo] = told.glossary.filter(({ term }) => term === "Logo");
  const renamed = await knowledge.update(me, {
    glossary: [{ id: logo?.id, term: "Logo", meaning: "an account that pays" }],
    remove: told.metrics.map(({ id }) => id),
  });
  expect(renamed).toMatchObject({ version: 3, metrics: [] });
  expect(await knowledge.versions("ada")).toMatchObject([
    {
      version: 3,
      summary: "Team’s knowledge: changed the term “Logo”, removed the metric “Churn rate”",
      author: { kind: "person" },
    },
    { version: 2 },
    { version: 1, summary: "Team’s knowledge: changed the instructions" },
  ]);
});

test("[T10] an edit can be undone keeping later ones, and an earlier version comes back", async () => {
  await knowledge.update(me, { instructions: "Be brief." });
  await knowledge.update(me, { glossary: [{ term: "ARR", meaning: "annual revenue" }] });
  await knowledge.update(me, { instructions: "Be very brief." });
  const [, second, first] = await knowledge.versions("ada");
  const without = await knowledge.undo(me, [second?.changeId ?? ""]);
  expect(without).toMatchObject({ version: 4, instructions: "Be very brief.", glossary: [] });
  await expect(knowledge.undo(me, [first?.changeId ?? ""])).rejects.toEqual(
    refused("conflict", /instructions was changed later/),
  );
  await expect(knowledge.undo(person("bob"), [second?.changeId ?? ""])).rejects.toEqual(refused("not_found"));
  expect((await knowledge.versions("ada"))[2]).toMatchObject({ undone: true });
  expect(await knowledge.at("ada", 2)).toMatchObject({
    version: 2,
    instructions: "Be brief.",
    glossary: [{}],
  });
  expect(await knowledge.restore(me, 2)).toMatchObject({ version: 5, instructions: "Be brief." });
  expect(await knowledge.restore(me, 0)).toMatchObject({ version: 6, instructions: "", glossary: [] });
  await expect(knowledge.restore(me, 9)).rejects.toEqual(refused("not_found"));
});

test("[T10] two edits from one version merge by entry; the same entry is refused with what changed", async () => {
  const first = await knowledge.update(me, { metrics: [churn], glossary: [{ term: "ARR", meaning: "x" }] });
  const [metric] = first.metrics;
  const stale = person("ada", 1);
  await knowledge.update(stale, { instructions: "Be brief." });
  await knowledge.update(stale, { metrics: [{ ...churn, id: metric?.id, format: "number" }] });
  await expect(
    knowledge.update(stale, { metrics: [{ ...churn, id: metric?.id, format: "compact" }] }),
  ).rejects.toMatchObject({
    code: "conflict",
    details: { since: [{ summary: expect.stringContaining("Churn rate") }], current: { version: 3 } },
  });
  await expect(knowledge.update(person("ada", 9), { instructions: "" })).rejects.toEqual(
    refused("bad_input"),
  );
  // Ten at once, the very first among them: each is kept, and none writes over another.
  const bob = person("bob");
  const terms = Array.from({ length: 6 }, (_, index) => ({ term: `Term ${index}`, meaning: "x" }));
  await Promise.all(terms.map((term) => knowledge.update(bob, { glossary: [term] })));
  expect((await knowledge.get("bob")).glossary).toHaveLength(6);
});

test("[T10] what no edit may make, no undo and no restore makes: twins, empty metrics, more than 64 KiB", async () => {
  await knowledge.update(me, { glossary: [{ term: "ARR", meaning: "one" }] });
  const [arr] = (await knowledge.get("ada")).glossary;
  await knowledge.update(me, { remove: [arr?.id ?? ""] });
  await knowledge.update(me, { glossary: [{ term: "arr", meaning: "two" }] });
  const removal = (await knowledge.versions("ada"))[1];
  const twin = refused("bad_input", /There is a term “(arr|ARR)” already/i);
  await expect(knowledge.undo(me, [removal?.changeId ?? ""])).rejects.toEqual(twin);
  await expect(knowledge.update(me, { glossary: [{ term: "Arr", meaning: "x" }] })).rejects.toEqual(twin);
  await expect(knowledge.update(me, { metrics: [NewMetric.parse({ name: "Empty" })] })).rejects.toEqual(
    refused("bad_input", /how “Empty” is computed/),
  );
  await expect(knowledge.update(me, { metrics: [{ ...churn, sql: "sum(nope)" }] })).rejects.toEqual(
    refused("bad_input", /“Churn rate” doesn't run on accounts: no column nope/),
  );
  const long = Array.from({ length: 80 }, (_, index) => ({ term: `T${index}`, meaning: "m".repeat(1_000) }));
  await expect(knowledge.update(me, { glossary: long })).rejects.toEqual(refused("too_large", /64 KiB/));
  await expect(knowledge.update(me, { remove: ["n_nothing"] })).rejects.toEqual(refused("not_found"));
  expect((await knowledge.get("ada")).version).toBe(3);
});
