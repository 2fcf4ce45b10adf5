import type { ModelMessage } from "ai";

/** Shares of the model's window: past the first, the oldest turns go until no more than the second is left. */
const fullShare = 0.7;
const keptShare = 0.4;
/** Rather too few than too many: JSON has more tokens than prose. */
const charactersPerToken = 3;

/**
 * Where in a transcript a prompt begins (T7): 0, or the human message of the oldest turn that is kept. Only whole turns
 * go, and what went stays away: the same transcript with more turns begins there or later, so that a provider's cache
 * holds for many turns. The newest turn always stays.
 */
export function firstKept(messages: readonly ModelMessage[], contextTokens: number): number {
  const window = contextTokens * charactersPerToken;
  const turns = turnsOf(messages);
  let first = 0;
  let kept = 0;
  for (const [index, turn] of turns.entries()) {
    kept += turn.characters;
    if (kept <= window * fullShare) continue;
    for (; first < index && kept > window * keptShare; first++) kept -= turns[first]?.characters ?? 0;
  }
  return turns[first]?.start ?? 0;
}

function turnsOf(messages: readonly ModelMessage[]): { start: number; characters: number }[] {
  const turns: { start: number; characters: number }[] = [];
  for (const [index, message] of messages.entries()) {
    const characters = JSON.stringify(message.content).length;
    const turn = turns.at(-1);
    if (message.role === "user" || !turn) turns.push({ start: index, characters });
    else turn.characters += characters;
  }
  return turns;
}
