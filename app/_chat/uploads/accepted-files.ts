const endings = [".csv", ".tsv", ".json", ".ndjson", ".jsonl", ".parquet"];

/** For a file input's `accept`. */
export const acceptedFiles = endings.join(",");

/** Whether a dropped file may become a table (C8). The server looks at what is in it. */
export function isAccepted(name: string): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(ending));
}
