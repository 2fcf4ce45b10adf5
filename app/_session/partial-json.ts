import type { Json } from "@/lib/shared/json";

/**
 * What the beginning of a JSON text says so far: open strings, arrays and objects are closed where the text stops, a key
 * without its value, a half literal or a number that may go on is left out. Undefined when there is nothing yet.
 * One pass; what is no JSON ends it, and what came before is kept.
 */
export function parsePartialJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return new PartialReader(text).read();
  }
}

const literals: Record<string, Json> = { true: true, false: false, null: null };

class PartialReader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Json | undefined {
    this.skipSpace();
    const first = this.text[this.at];
    if (first === "{") return this.object();
    if (first === "[") return this.array();
    if (first === '"') return this.string().value;
    return this.scalar();
  }

  private object(): Json {
    const entries: [string, Json][] = [];
    this.at++;
    while (this.next() === '"') {
      const key = this.string();
      if (!key.ended || this.next() !== ":") break;
      this.at++;
      const value = this.read();
      if (value === undefined) break;
      entries.push([key.value, value]);
      if (this.next() !== ",") break;
      this.at++;
    }
    if (this.next() === "}") this.at++;
    // fromEntries, so that a key such as __proto__ is only ever a key.
    return Object.fromEntries(entries);
  }

  private array(): Json {
    const values: Json[] = [];
    this.at++;
    while (this.next() !== "]") {
      const value = this.read();
      if (value === undefined) break;
      values.push(value);
      if (this.next() !== ",") break;
      this.at++;
    }
    if (this.next() === "]") this.at++;
    return values;
  }

  private string(): { value: string; ended: boolean } {
    const start = this.at++;
    while (this.at < this.text.length) {
      const char = this.text[this.at];
      if (char === '"') {
        this.at++;
        return { value: unquote(this.text.slice(start, this.at)), ended: true };
      }
      this.at += char === "\\" ? 2 : 1;
    }
    this.at = this.text.length;
    const written = this.text.slice(start).replace(/\\(u[0-9a-fA-F]{0,3})?$/, keepEscaped);
    return { value: unquote(`${written}"`), ended: false };
  }

  private scalar(): Json | undefined {
    const word = /^[-+.\w]+/.exec(this.text.slice(this.at, this.at + 64))?.[0] ?? "";
    const ended = this.at + word.length < this.text.length;
    if (Object.hasOwn(literals, word)) {
      this.at += word.length;
      return literals[word];
    }
    // A number at the end of the text may have more digits coming.
    if (!ended || word === "" || !Number.isFinite(Number(word))) return undefined;
    this.at += word.length;
    return Number(word);
  }

  private next(): string | undefined {
    this.skipSpace();
    return this.text[this.at];
  }

  private skipSpace(): void {
    while (this.at < this.text.length && " \n\r\t".includes(this.text.charAt(this.at))) this.at++;
  }
}

/** A half escape at the end goes, unless its backslash is itself escaped. */
function keepEscaped(half: string, _digits: string | undefined, offset: number, whole: string): string {
  let backslashes = 0;
  for (let index = offset - 1; whole[index] === "\\"; index--) backslashes++;
  return backslashes % 2 === 1 ? half : "";
}

function unquote(quoted: string): string {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" ? value : "";
  } catch {
    return quoted.slice(1, -1);
  }
}
