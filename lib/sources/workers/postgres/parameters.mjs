import { parseSync } from "libpg-query";
import { Refusal } from "../refusal.mjs";

const mostParameters = 100;
const name = /^\$([\p{L}_][\p{L}\p{N}_]*)/u;

/**
 * Reads a text with PostgreSQL's own parser, each `$name` numbered on the way. Where a `$` isn't part of a word, a string
 * or a comment is the parser's to say: it stops there, and only there a number is put in. Gives the tree, the text
 * that is sent, the names in order, and how to tell a place in it as one in the text that was written.
 */
export function readNumbered(written) {
  if (written.includes("\0")) throw new Refusal("The text holds a character no statement may hold.");
  const names = [];
  const longer = [];
  const back = (position) => position - longer.reduce((sum, { at, by }) => sum + (at < position ? by : 0), 0);
  let text = written;
  for (;;) {
    try {
      return { tree: parseSync(text), text, names, back };
    } catch (error) {
      const at = error.sqlDetails?.cursorPosition;
      if (error instanceof RangeError || /memory exhausted/.test(error.message))
        throw new Refusal("The statement is nested too deeply. Write it in steps, with WITH.");
      const stray = /near "\$"/.test(error.message) ? name.exec(text.slice(at)) : null;
      if (!stray)
        throw new Refusal(
          sentence(error.message),
          undefined,
          "bad_input",
          at === undefined ? undefined : back(at),
        );
      const known = names.findIndex((each) => each.toLowerCase() === stray[1].toLowerCase());
      const number = known >= 0 ? known + 1 : names.push(stray[1]);
      if (number > mostParameters)
        throw new Refusal(`A query may have at most ${mostParameters} parameters.`);
      const numbered = `$${number}`.padEnd(stray[0].length);
      if (numbered.length > stray[0].length) longer.push({ at, by: numbered.length - stray[0].length });
      text = text.slice(0, at) + numbered + text.slice(at + stray[0].length);
    }
  }
}

export function sentence(message) {
  const text = message.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
