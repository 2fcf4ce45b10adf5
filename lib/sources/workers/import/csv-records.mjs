import { ImportProblem } from "./problem.mjs";

const mostLetters = 8_000_000;
const mostValues = 10_000;
const [quoteMark, newLine, carriageReturn] = ['"', "\n", "\r"].map((letter) => letter.charCodeAt(0));

/**
 * Reads separated values from text that arrives in pieces, and hands over each record: a list of texts, NULL where
 * nothing stands between two separators (`""` is a text without letters). Quoted values hold separators and line ends;
 * quotation marks elsewhere count as written. Throws ImportProblem for one that is never closed.
 */
export function createRecords(separator, onRecord) {
  const mark = separator.charCodeAt(0);
  let record = [];
  let value = "";
  // start: before a value; plain, quoted: in one; closing: after a quotation mark inside a quoted one; after: beyond it.
  let state = "start";
  let line = 1;
  let openedOn = 1;
  let skipNewLine = false;

  function endValue() {
    const quoted = state === "closing" || state === "quoted";
    if (record.push(quoted || value !== "" ? value : null) > mostValues)
      throw new ImportProblem(`A line has more than ${mostValues} values.`);
    value = "";
    state = "start";
  }

  function endRecord() {
    endValue();
    onRecord(record, openedOn);
    record = [];
    openedOn = line + 1;
  }

  function take(text, from, to) {
    value += text.slice(from, to);
    if (value.length > mostLetters)
      throw new ImportProblem(
        `On line ${openedOn} begins a value that is too long, or a quotation mark that is never closed.`,
      );
  }

  function readQuoted(text, from) {
    const end = text.indexOf('"', from);
    const to = end < 0 ? text.length : end;
    for (let next = text.indexOf("\n", from); next >= 0 && next < to; next = text.indexOf("\n", next + 1))
      line++;
    take(text, from, to);
    if (end >= 0) state = "closing";
    return to + 1;
  }

  function readPlain(text, from) {
    let to = from;
    for (; to < text.length; to++) {
      const code = text.charCodeAt(to);
      if (code === mark || code === newLine || code === carriageReturn) break;
    }
    take(text, from, to);
    return to;
  }

  /** After a quotation mark in a quoted value: another one means itself; what else follows makes all of it literal. */
  function readAfterQuote(code) {
    if (code === quoteMark) {
      value += '"';
      state = "quoted";
      return true;
    }
    value = `"${value}"`;
    state = "plain";
    return false;
  }

  return {
    push(text) {
      for (let at = 0; at < text.length; ) {
        const code = text.charCodeAt(at);
        if (skipNewLine) {
          skipNewLine = false;
          if (code === newLine) {
            at++;
            continue;
          }
        }
        if (state === "quoted") at = readQuoted(text, at);
        else if (code === mark) {
          endValue();
          at++;
        } else if (code === newLine || code === carriageReturn) {
          endRecord();
          line++;
          skipNewLine = code === carriageReturn;
          at++;
        } else if (state === "closing") at += readAfterQuote(code) ? 1 : 0;
        else if (state === "start" && code === quoteMark) {
          state = "quoted";
          at++;
        } else {
          state = "plain";
          at = readPlain(text, at);
        }
      }
    },
    end() {
      if (state === "quoted")
        throw new ImportProblem(
          `The record on line ${openedOn} opens a quotation mark that is never closed.`,
        );
      if (state !== "start" || record.length > 0) endRecord();
    },
  };
}

/** The first records of a text, which may break off anywhere. */
export function firstRecords(text, separator, most) {
  const found = [];
  const records = createRecords(separator, (record) => {
    if (found.length < most) found.push(record);
  });
  records.push(text);
  try {
    if (found.length < most) records.end();
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
  }
  return found;
}
