// Controls, and marks that hide in text or turn its direction. Tabs, line ends and the joiners of emoji are text.
const controls = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text that came from people, data or other services, without what could hide or reorder it (V7). */
export function withoutControls(text: string): string {
  return text.replace(controls, "").replace(loneSurrogates, "\ufffd");
}

/** Such text as one quoted line, so that it can't be read as anything but data (V7). */
export function quoteData(text: string): string {
  return JSON.stringify(withoutControls(text));
}

/** At most `limit` characters, with a note of how many were left out (V7). */
export function boundText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  const left = (text.length - cut).toLocaleString("en");
  return `${text.slice(0, cut)}\n[${left} more characters left out]`;
}
