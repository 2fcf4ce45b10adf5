import type { Json } from "@/lib/shared/json";

const idText = /\b(?:d|w|q|s|ch)_[0-9a-hjkmnp-tv-z]{8}\b/g;
const wholeId = /^(?:d|w|q|s|ch)_[0-9a-hjkmnp-tv-z]{8}$/;

/** Where ids come from: the result of which call, at which pointer. A replay makes others (L4). */
export class RecordedIds {
  private readonly places = new Map<string, string>();

  /** Notes the ids in a call's result; an id's first place counts. */
  note(callId: string, result: Json, pointer = ""): void {
    if (typeof result === "string") {
      if (wholeId.test(result) && !this.places.has(result))
        this.places.set(result, `\${${callId}:${pointer}}`);
    } else if (Array.isArray(result))
      for (const [index, entry] of result.entries()) this.note(callId, entry, `${pointer}/${index}`);
    else if (result !== null)
      for (const [key, entry] of Object.entries(result))
        if (!key.includes("/") && !key.includes("}")) this.note(callId, entry, `${pointer}/${key}`);
  }

  placeOf(id: string): string | undefined {
    return this.places.get(id);
  }
}

/** Whether a text in it still names an id. */
export function holdsId(value: Json): boolean {
  return JSON.stringify(value).search(idText) !== -1;
}

/** The value with each id written as its place, the nearest list first. An id of unknown origin stays as it is. */
export function withPlaces(value: Json, known: readonly RecordedIds[]): Json {
  const place = (id: string) =>
    known.map((ids) => ids.placeOf(id)).find((found) => found !== undefined) ?? id;
  if (typeof value === "string") return value.replace(idText, place);
  if (Array.isArray(value)) return value.map((entry) => withPlaces(entry, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const written = withPlaces(entry, known);
      // Without it the owner's own source is meant, which a replay has, too.
      const unknownSource = key === "source_id" && typeof written === "string" && wholeId.test(written);
      return unknownSource ? [] : [[key, written] as const];
    }),
  );
}
