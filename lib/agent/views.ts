import { errorText } from "@/lib/agent/error-text";
import type { Invocation } from "@/lib/agent/run-scope";
import { boundText, withoutControls } from "@/lib/agent/text-for-model";
import { withTimeLimit } from "@/lib/agent/time-limit";
import type { View, WorkingView } from "@/lib/agent/view";
import type { Json } from "@/lib/shared/json";

const defaultTimeLimitMs = 2_000;
const defaultLimit = 8_000;

/** What the views of an agent say at one model call, by view name, in the agent's order. */
export type RenderedViews = {
  base: Record<string, string>;
  changes: Record<string, string>;
  marks: Record<string, Json>;
};

/** Renders an agent's views side by side. One that throws or is slow is left out of this call, with a warning (V4). */
export async function renderViews(invocation: Invocation, firstCall: boolean): Promise<RenderedViews> {
  const names = invocation.definition.views ?? [];
  const views = await Promise.all(names.map((name) => renderView(invocation, name, firstCall)));
  const rendered: RenderedViews = { base: {}, changes: {}, marks: {} };
  for (const [index, name] of names.entries()) {
    const view = views[index];
    const limit = invocation.run.team.views[name]?.limit ?? defaultLimit;
    if (view?.base) rendered.base[name] = tidy(view.base, limit);
    if (view?.changes) rendered.changes[name] = tidy(view.changes, limit);
    if (view?.mark !== undefined) rendered.marks[name] = view.mark;
  }
  return rendered;
}

async function renderView(
  { run, row, depth }: Invocation,
  name: string,
  firstCall: boolean,
): Promise<View | null> {
  try {
    const view = viewNamed(run.team.views, name);
    return await withTimeLimit(view.timeLimitMs ?? defaultTimeLimitMs, "the view", () =>
      view.render({
        agent: row.agent,
        ownerId: run.request.ownerId,
        threadId: row.threadId,
        runId: row.runId,
        invocationId: row.id,
        firstCall,
        context: depth === 0 ? run.request.context : [],
        state: run.state.current,
        mark: row.marks[name],
      }),
    );
  } catch (error) {
    run.warn({ agent: row.agent, view: name, reason: `left out of this call: ${errorText(error)}` });
    return null;
  }
}

function viewNamed(views: Readonly<Record<string, WorkingView>>, name: string): WorkingView {
  const view = Object.hasOwn(views, name) ? views[name] : undefined;
  if (!view) throw new Error(`there is no view "${name}"`);
  return view;
}

function tidy(text: string, limit: number): string {
  return boundText(withoutControls(text), limit);
}
