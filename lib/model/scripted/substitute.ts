import { AppError } from "@/lib/shared/app-error";
import type { Json } from "@/lib/shared/json";
import { valueAt } from "@/lib/shared/pointer";

const whole = /^\$\{([^:}]+):([^}]*)\}$/;
const inside = /\$\{([^:}]+):([^}]*)\}/g;

/**
 * `"${q1:/created/0/query_id}"` stands for the value at that pointer in the result of call `q1` (L5); inside a longer
 * text, for its text. Throws `bad_input` when there is no such call or value.
 */
export function substitute(value: Json, resultOf: (callId: string) => Json | undefined): Json {
  if (typeof value === "string") return substituteText(value, resultOf);
  if (Array.isArray(value)) return value.map((entry) => substitute(entry, resultOf));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, substitute(entry, resultOf)]));
}

export function substituteText(text: string, resultOf: (callId: string) => Json | undefined): Json {
  const only = whole.exec(text);
  if (only) return lookUp(only[1] ?? "", only[2] ?? "", resultOf);
  return text.replace(inside, (_, call: string, pointer: string) => {
    const found = lookUp(call, pointer, resultOf);
    return typeof found === "string" ? found : JSON.stringify(found);
  });
}

function lookUp(call: string, pointer: string, resultOf: (callId: string) => Json | undefined): Json {
  const result = resultOf(call);
  if (result === undefined)
    throw new AppError("bad_input", `The scenario uses the result of call "${call}", which has none yet.`);
  const value = valueAt(result, pointer);
  if (value === undefined)
    throw new AppError(
      "bad_input",
      `The scenario looks for ${pointer} in the result of "${call}", which is ${JSON.stringify(result).slice(0, 300)}.`,
    );
  return value;
}
