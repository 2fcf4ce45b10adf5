import type { RunRequest } from "@/lib/agent/run";
import { type StateKey, stateKey } from "@/lib/agent/state-keys";
import type { Team } from "@/lib/agent/team";

const vouchedFor: StateKey = { writer: "server", visible: false };

/**
 * The team and the request as the host has enriched them: its keys are the server's for this run, and hidden unless the
 * registry says otherwise. The engine's and the effects' keys are not to be replaced: those it leaves out, with a warning.
 */
export async function enriched(
  team: Team,
  request: RunRequest,
  warn: (reason: string) => void,
): Promise<{ team: Team; request: RunRequest }> {
  const { state = {}, context = [], forwardedProps = {} } = (await team.enrich?.(request)) ?? {};
  const isEngines = (key: string) => stateKey({}, key).writer === "server";
  const given = Object.entries(state).filter(
    ([key]) => !isEngines(key) && stateKey(team.stateKeys, key).writer !== "effects",
  );
  for (const key of Object.keys(state))
    if (!given.some(([name]) => name === key)) warn(`the host may not write "${key}"; it is left out`);
  const stateKeys = Object.fromEntries(given.map(([key]) => [key, registered(team, key) ?? vouchedFor]));
  return {
    team: { ...team, stateKeys: { ...team.stateKeys, ...stateKeys } },
    request: {
      ...request,
      state: { ...request.state, ...Object.fromEntries(given) },
      context: [...request.context, ...context],
      forwardedProps: { ...request.forwardedProps, ...forwardedProps },
    },
  };
}

function registered({ stateKeys }: Team, key: string): StateKey | undefined {
  const known = Object.hasOwn(stateKeys, key) ? stateKeys[key] : undefined;
  return known && { ...known, writer: "server" };
}
