import { operationsOf } from "@/lib/agent/effects";
import type { ToolCall } from "@/lib/agent/tool";
import { createServices } from "@/lib/agents/services";
import { createTeam } from "@/lib/agents/team";
import { agentOf, person } from "@/lib/changes/actor";
import type { Change } from "@/lib/changes/schema";
import type { OnChange } from "@/lib/changes/service";
import { newId } from "@/lib/shared/id";
import type { Json, JsonObject } from "@/lib/shared/json";
import { applyPatch } from "@/lib/shared/patch";
import { matchesTool } from "@/lib/shared/tool-glob";
import { openTestSources } from "@/lib/sources/testing/test-sources";

export const owner = "local";
export const byRegion = "select region, count(*) as accounts from accounts group by region order by region";

export function toolCall(values: Partial<ToolCall> = {}): ToolCall {
  return {
    toolCallId: newId("c"),
    agent: "visualizer",
    ownerId: owner,
    threadId: "t_test",
    runId: "r_test",
    invocationId: "i_test",
    state: {},
    marks: {},
    signal: new AbortController().signal,
    ...values,
  };
}

/** Real services over a database and an engine of rows of their own, and the real team. Close them with `close()`. */
export function openTestServices({ onChange }: { onChange?: OnChange } = {}) {
  const { sources, db, dataFolder, close } = openTestSources();
  const heard: Change[] = [];
  const services = createServices({
    dataFolder,
    db,
    sources,
    now: () => new Date(),
    newId,
    onChange(change, ownerId) {
      heard.push(change);
      onChange?.(change, ownerId);
    },
  });
  const team = createTeam(services);
  let state: JsonObject = team.initialState;

  return {
    ...services,
    team,
    dataFolder,
    close,
    /** Every change that was told, in order. */
    heard,
    me: person(owner),
    agent: (values: Partial<ToolCall> = {}, base?: number) => agentOf(toolCall(values), base),

    state: () => state,

    /** Calls a tool as the engine would: checks the input, runs it, applies its effects in order. */
    async call<Structured = JsonObject>(name: string, input: Json, values: Partial<ToolCall> = {}) {
      const tool = team.tools.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      const checked = tool.check(input);
      if (!checked.ok) throw new Error(checked.error);
      const call = toolCall({ state, ...values });
      const result = await tool.run(checked.input, call);
      const effects = result.isError ? [] : team.effects.filter((effect) => matchesTool(effect.tool, name));
      for (const effect of effects) {
        const operations = await operationsOf(effect, {
          tool: name,
          input,
          result: result.structured ?? result.text,
          agent: call.agent,
          run: { threadId: call.threadId, runId: call.runId, toolCallId: call.toolCallId },
          state,
          now: new Date(),
        });
        state = applyPatch(state, operations);
      }
      return { ...result, structured: result.structured as Structured };
    },

    async saveQuery(title = "Accounts by region", sql = byRegion) {
      return services.queries.create(person(owner), { title, sql });
    },
  };
}

export type TestServices = ReturnType<typeof openTestServices>;
