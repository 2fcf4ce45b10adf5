import { describeTables, exploreTables } from "@/lib/model/demo/explore";
import { formatCell, formatValue } from "@/lib/model/demo/format-cell";
import { can, type Known, type KnownQuery, lastCall } from "@/lib/model/demo/known";
import { nameFit, tellingWords } from "@/lib/model/demo/match-phrase";
import { isShare } from "@/lib/model/demo/metric";
import { call, type Move, planned, say } from "@/lib/model/demo/move";
import { readBoard } from "@/lib/model/demo/plan-edit";
import { type Resolved, resolve } from "@/lib/model/demo/resolve";
import { offers, rowsOf, tellAbilities, tellEnds } from "@/lib/model/demo/say";
import type { SubjectRequest } from "@/lib/model/demo/subject";
import { askWhich, findTarget } from "@/lib/model/demo/target";
import { tool } from "@/lib/model/demo/tools";
import { alike, wordsOf } from "@/lib/model/demo/words";
import { writeSql } from "@/lib/model/demo/write-sql";

/** "How many…", "which … has the most": one SELECT, and its answer in a sentence. */
export function planQuestion(known: Known, request: SubjectRequest): Move {
  const exploring = exploreTables(known);
  if (exploring) return exploring;
  const measure = request.measures[0] ?? request.by[0];
  if (!measure) return tellAbilities(known);
  const found = resolve(
    {
      measure: request.measures.length > 1 ? request.measures.flat() : measure,
      by: request.by,
      period: request.period,
    },
    known.tables,
  );
  if (found.kind !== "found" || !explainsAll(measure, found.resolved)) {
    const describing = describeTables(known, known.tables);
    if (describing) return describing;
  }
  if (found.kind !== "found") return offers(known, found);
  const ran = lastCall(known, tool.runSql);
  if (!ran) return ask(found.resolved, request);
  return say(
    ran.failed
      ? `That query failed: ${ran.text ?? "no reason was given"}`
      : answer(known, found.resolved, request),
  );
}

/** Whether each word of the measure is in the table's or column's name, or a value that is asked for. */
function explainsAll(words: readonly string[], { metric }: Resolved): boolean {
  const names = wordsOf(
    `${metric.label} ${metric.table.name} average total sum count number highest lowest median rate share`,
  );
  return tellingWords(words).every((word) => names.some((name) => alike(word, name) >= 0.7));
}

function ask({ metric, dimensions }: Resolved, request: SubjectRequest): Move {
  const order = dimensions[0]?.grain ? "dimension" : "value";
  const written = writeSql(metric, dimensions, {
    order,
    limit: request.top ?? 20,
    ascending: request.ascending,
  });
  return call("", planned(tool.runSql, { sql: written.sql, source_id: metric.table.sourceId }));
}

function answer(known: Known, { metric, dimensions }: Resolved, request: SubjectRequest): string {
  const rows = rowsOf(lastCall(known, tool.runSql)?.result);
  const { label } = metric;
  const value = (cell: unknown) => formatValue(cell, isShare(metric));
  const from = `from ${metric.table.name}`;
  const first = rows[0];
  if (!first) return `There are no rows for ${label}, ${from}.`;
  if (dimensions.length === 0) return `${capital(label)}: ${value(first.at(-1))}, ${from}.`;
  if (request.extreme && !request.top)
    return `${formatCell(first[0])} has the ${request.ascending ? "lowest" : "highest"} ${label}: ${value(first.at(-1))}, ${from}.`;
  const lines = rows
    .slice(0, 20)
    .map((row) => `- ${row.slice(0, -1).map(formatCell).join(", ")}: ${value(row.at(-1))}`);
  return `${capital(label)} by ${dimensions.map((dimension) => dimension.label).join(" and ")}, ${from}:\n\n${lines.join("\n")}`;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Where a number on the canvas comes from: its query's SQL in words, and what it gives now. */
export function planExplain(known: Known, target: string): Move {
  const reading = readBoard(known);
  if (reading) return reading;
  const query = queryMeant(known, target);
  if (!query)
    return pointsOnly.test(target)
      ? say(askWhich({ titles: titlesOn(known) }, "widget"))
      : explainWord(known, target);
  if (query.sql === undefined && can(known, tool.getQuery) && !lastCall(known, tool.getQuery))
    return call("", planned(tool.getQuery, { query_id: query.id }));
  if (query.sql === undefined) return say(`I can't read the query “${query.title}”.`);
  const ran = lastCall(known, tool.runSql);
  if (!ran)
    return call(
      "",
      planned(tool.runSql, {
        sql: query.sql,
        params: Object.keys(query.params).length > 0 ? query.params : undefined,
      }),
    );
  const rows = ran.failed
    ? `Running it failed: ${ran.text ?? ""}`
    : tellEnds(ran.result, query.title, query.id, isShareSql(query.sql));
  return say(`${explainSql(query)} ${rows}\n\n\`\`\`sql\n${query.sql}\n\`\`\``);
}

const pointsOnly = /^(?:it|this|that|the|a|number|chart|widget|graph|value|one|\s)*$/i;
const titlesOn = (known: Known): string[] => known.board?.widgets.map((widget) => widget.title) ?? [];

function queryMeant(known: Known, words: string): KnownQuery | undefined {
  const target = known.board ? findTarget(known, words, "widget") : undefined;
  if (target?.kind === "widget") {
    const { queryId } = target.widget;
    const drawn = known.queries.find((query) => query.id === queryId);
    if (drawn) return drawn;
    if (queryId) return { id: queryId, title: target.widget.title, columns: [], sql: undefined, params: {} };
  }
  return known.queries
    .map((query) => ({ query, score: nameFit(wordsOf(words), query.title) }))
    .filter((one) => one.score > 0.6)
    .toSorted((a, b) => b.score - a.score)[0]?.query;
}

/** A measure that is nowhere on the canvas is explained by computing it. */
function explainWord(known: Known, target: string): Move {
  const measures = wordsOf(target).length > 0 ? [wordsOf(target)] : [];
  return planQuestion(known, { measures, by: [], top: undefined, ascending: false, extreme: false });
}

const shareSql = /round\((?:1\.0 \* )?count\(\*\) filter \(where (.+?)\) \/ nullif\(count\(\*\), 0\), 4\)/i;
const isShareSql = (sql: string): boolean => shareSql.test(sql);

function explainSql({ title, sql = "" }: KnownQuery): string {
  const from = /\bfrom\s+([\w".]+)/i.exec(sql)?.[1]?.replaceAll('"', "");
  const joined = [...sql.matchAll(/\bjoin\s+([\w".]+)/gi)].map((match) => match[1]?.replaceAll('"', ""));
  const share = shareSql.exec(sql)?.[1];
  const sum = /round\(+(sum|avg|min|max|median)\(([^()]+)\)/i.exec(sql);
  const counted = /count\(\*\) filter \(where (.+?)\)/i.exec(sql)?.[1];
  const how = share
    ? `the share of rows where ${share}, in percent`
    : sum
      ? `the ${names[(sum[1] ?? "").toLowerCase()] ?? sum[1]} of ${sum[2]}`
      : counted
        ? `how many rows have ${counted}`
        : /count\(\*\)/i.test(sql)
          ? "how many rows there are"
          : "what its SQL says";
  const rows = from ? `, over the rows of ${[from, ...joined].join(" joined with ")}` : "";
  const split = /\bgroup by\b/i.test(sql) ? ", one value per group" : "";
  return `“${title}” is ${how}${rows}${split}.`;
}

const names: Record<string, string> = {
  sum: "sum",
  avg: "average",
  min: "lowest",
  max: "highest",
  median: "median",
};
