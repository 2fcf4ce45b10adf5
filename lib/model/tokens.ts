/** About four characters a token: good enough to compare two prompts, not to bill one. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
