import type { Reference } from "@/lib/workspace/references";

export type ReferenceGroup = { kind: Reference["kind"]; label: string; references: Reference[] };

const labels: Record<Reference["kind"], string> = {
  dashboard: "Dashboards",
  widget: "Widgets",
  query: "Queries",
  table: "Tables",
};
const kinds = Object.keys(labels) as Reference["kind"][];
const perGroup = 5;

/** What a search means, grouped by kind: each word must begin one of the title's; those whose title it begins come first. */
export function findReferences(all: readonly Reference[], search: string): ReferenceGroup[] {
  const words = wordsOf(search);
  const found = all
    .filter(({ title }) => {
      const own = wordsOf(title);
      return words.every((word) => own.some((each) => each.startsWith(word)));
    })
    .toSorted((a, b) => Number(begins(b.title, search)) - Number(begins(a.title, search)));
  return kinds.flatMap((kind) => {
    const references = found.filter((each) => each.kind === kind).slice(0, perGroup);
    return references.length > 0 ? [{ kind, label: labels[kind], references }] : [];
  });
}

function begins(title: string, search: string): boolean {
  return title.toLowerCase().startsWith(search.trim().toLowerCase());
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s_·:,()-]+/)
    .filter((word) => word !== "");
}
