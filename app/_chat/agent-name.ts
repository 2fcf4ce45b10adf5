/** An agent as people read it: `visualizer` is "Visualizer". */
export function agentName(agent: string): string {
  const words = agent.replaceAll(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
