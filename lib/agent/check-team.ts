import { delegatePrefix } from "@/lib/agent/delegate";
import { reservedKey, stateKey } from "@/lib/agent/state-keys";
import type { Agent, Team } from "@/lib/agent/team";
import { parsePointer } from "@/lib/shared/patch";
import { matchesTool } from "@/lib/shared/tool-glob";

/** `server___tool`, as providers allow names; asking the person is nobody's tool. */
const toolName = /^([A-Za-z0-9][A-Za-z0-9-]*___[A-Za-z0-9][A-Za-z0-9_-]*|ask_user)$/;
const agentName = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const longestName = 64;

/** Throws one readable error that names every mistake of a team and where it is (T1). For the start of the server. */
export function checkTeam(team: Team): void {
  const problems = [
    ...entryProblems(team),
    ...toolProblems(team),
    ...Object.entries(team.agents).flatMap(([name, agent]) => agentProblems(team, name, agent)),
    ...effectProblems(team),
    ...stateProblems(team),
  ];
  if (problems.length === 0) return;
  throw new Error(`The team is not right:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
}

function entryProblems(team: Team): string[] {
  return hasAgent(team, team.entry) ? [] : [`entry: there is no agent "${team.entry}"`];
}

function toolProblems({ tools }: Team): string[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name }) => {
    const problems: string[] = [];
    if (seen.has(name)) problems.push(`tools: "${name}" is there twice`);
    if (name.startsWith(delegatePrefix)) {
      problems.push(`tools: "${name}": names with ${delegatePrefix} are the delegates'`);
    } else if (!toolName.test(name)) {
      problems.push(`tools: "${name}" is not named server___tool (letters, digits, - and _)`);
    }
    if (name.length > longestName) problems.push(`tools: "${name}" is longer than ${longestName} characters`);
    seen.add(name);
    return problems;
  });
}

function agentProblems(team: Team, name: string, agent: Agent): string[] {
  const problem = (text: string) => `agents.${name}${text}`;
  const problems: string[] = [];
  if (!agentName.test(name)) problems.push(problem(": a name has letters, digits, - and _ only"));
  for (const glob of agent.tools) {
    if (!isRemote(team, glob) && !team.tools.some((tool) => matchesTool(glob, tool.name))) {
      problems.push(problem(`.tools: no tool is called "${glob}"`));
    }
  }
  for (const delegate of agent.delegates ?? []) {
    if (!hasAgent(team, delegate)) problems.push(problem(`.delegates: there is no agent "${delegate}"`));
  }
  for (const view of agent.views ?? []) {
    if (!Object.hasOwn(team.views, view)) problems.push(problem(`.views: there is no view "${view}"`));
  }
  for (const pointer of agent.workspace ?? []) {
    const wrong = pointerProblem(team, pointer, "any");
    if (wrong) problems.push(problem(`.workspace: ${wrong}`));
  }
  if (agent.maxSteps !== undefined && !(agent.maxSteps >= 1)) problems.push(problem(".maxSteps: at least 1"));
  return problems;
}

function effectProblems(team: Team): string[] {
  const names = [
    ...team.tools.map((tool) => tool.name),
    ...Object.keys(team.agents).map((agent) => `${delegatePrefix}${agent}`),
  ];
  const known = (glob: string) => isRemote(team, glob) || names.some((name) => matchesTool(glob, name));
  const effects = team.effects.flatMap((effect, index) => [
    ...(known(effect.tool) ? [] : [`effects[${index}]: no tool is called "${effect.tool}"`]),
    ...("path" in effect
      ? prefixed(`effects[${index}].path`, pointerProblem(team, effect.path, "effects"))
      : []),
  ]);
  const pending = team.pending.flatMap((mapper, index) => [
    ...(known(mapper.tool) ? [] : [`pending[${index}]: no tool is called "${mapper.tool}"`]),
    ...prefixed(`pending[${index}].at`, pointerProblem(team, mapper.at, "effects")),
  ]);
  const approvals = (team.approvals ?? []).flatMap(({ tool }, index) =>
    known(tool) ? [] : [`approvals[${index}]: no tool is called "${tool}"`],
  );
  return [...effects, ...pending, ...approvals];
}

function stateProblems(team: Team): string[] {
  const reserved = Object.hasOwn(team.stateKeys, reservedKey) ? team.stateKeys[reservedKey] : undefined;
  const isOpen = reserved && (reserved.writer !== "server" || reserved.visible);
  return [
    ...(isOpen ? [`stateKeys: "${reservedKey}" is the server's, and hidden`] : []),
    ...Object.keys(team.initialState).flatMap((key) =>
      key === reservedKey || stateKey(team.stateKeys, key).writer === "browser"
        ? [`initialState: "${key}" is not a key that the server keeps`]
        : [],
    ),
  ];
}

function pointerProblem(team: Team, pointer: string, writer: "effects" | "any"): string | undefined {
  try {
    const key = parsePointer(pointer)[0];
    if (key === undefined) return `"${pointer}" must name a key of the state`;
    if (key === reservedKey) return `"${pointer}" can't be reached`;
    if (!Object.hasOwn(team.stateKeys, key)) return `"${pointer}" is outside the known keys`;
    if (writer === "effects" && team.stateKeys[key]?.writer !== "effects") {
      return `"${pointer}" is in a key that effects don't write`;
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function prefixed(where: string, problem: string | undefined): string[] {
  return problem === undefined ? [] : [`${where}: ${problem}`];
}

/** Tools of a server can't be known at start: it may be down (T2). */
function isRemote({ servers }: Team, glob: string): boolean {
  return servers?.names.some((name) => glob.startsWith(`${name}___`)) ?? false;
}

function hasAgent(team: Team, name: string): boolean {
  return Object.hasOwn(team.agents, name);
}
