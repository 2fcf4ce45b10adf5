const mostCharacters = 50;

/** What people say around what they want. */
const around = [
  /^(?:hi|hello|hey|hallo)(?: kaboo)?\b[\s,!.]*/i,
  /^(?:kaboo,|please|now|ok(?:ay)?,?|so,?|and|then)\s+/i,
  /^(?:can|could|would|will) you\s+(?:please\s+)?/i,
  /^i(?:'d| would)? (?:want|like|love|need)(?: to (?:see|know|have|look at))?\s+/i,
  /^let(?:'s| us)\s+/i,
  /^(?:show|give|tell|get|find)(?: me| us)?\s+(?:about\s+)?/i,
  /^(?:build|create|make|draw|plot|prepare|write|add)(?: me| us)?\s+(?:(?:an?|the)\s+)?(?:new\s+)?(?:(?:dash)?board|chart|graph|report|overview)\s+(?:about|of|for|with|on|that shows|showing)\s+/i,
  /^(?:build|create|make|draw|plot|add)(?: me| us)?\s+/i,
  /[\s,]*\b(?:please|thanks|thank you)[\s.!]*$/i,
  /\s+to (?:it|this|that|the (?:dash)?board)[\s.!]*$/i,
  /[\s.!,;:]+$/,
];

/** A conversation's first title: what its first message is about, without the asking, cut between words. */
export function threadTitle(message: string): string {
  const line = message.trim().replace(/\s+/g, " ");
  const [sentence = line] = /^.{12,}?[.?!](?=\s)/.exec(line) ?? [line];
  let title = sentence;
  for (let before = ""; before !== title; ) {
    before = title;
    for (const words of around) {
      const rest = title.replace(words, "");
      if (rest.length > 2) title = rest;
    }
  }
  return shortened(title.charAt(0).toLocaleUpperCase() + title.slice(1));
}

function shortened(title: string): string {
  if (title.length <= mostCharacters) return title;
  const cut = title.slice(0, mostCharacters);
  const space = cut.lastIndexOf(" ");
  return `${(space > mostCharacters / 2 ? cut.slice(0, space) : Array.from(cut).slice(0, -1).join("")).replace(/[\s,;:]+$/, "")}…`;
}
