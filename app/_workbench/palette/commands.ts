/** Something the palette can do. `hint` is a key, or where it leads. */
export type Command = { id: string; label: string; group: string; hint?: string; run: () => void };
export type CommandGroup = { value: string; items: Command[] };

const perGroup = 8;

/** Commands that match, grouped in the order given: every word must be part of the label; a label that begins so comes first. */
export function matchCommands(commands: readonly Command[], search: string): CommandGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ label }: Command) => Number(!label.toLowerCase().startsWith(words[0] ?? ""));
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const text = `${command.group} ${command.label} ${command.hint ?? ""}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  }
  return [...groups].map(([value, items]) => ({
    value,
    items: items.toSorted((a, b) => rank(a) - rank(b)).slice(0, perGroup),
  }));
}
