import { z } from "zod";
import { Author } from "@/lib/shared/author";
import { Format } from "@/lib/shared/format";

const Id = z.string().min(1).max(64);
const line = (most: number) => z.string().trim().min(1).max(most);

/** A word of the house, and what is meant by it. */
export const NewTerm = z.strictObject({ term: line(100), meaning: line(1_000) });
export type NewTerm = z.infer<typeof NewTerm>;
export const Term = NewTerm.extend({ id: Id });
export type Term = z.infer<typeof Term>;

/** A number with a name. Over a table, `sql` is an expression on its columns; without one, whatever a reader can use. */
export const NewMetric = z.strictObject({
  name: line(100),
  sql: z.string().trim().max(4_000).default(""),
  table: z.string().trim().max(200).default(""),
  sourceId: z.string().max(64).default(""),
  description: z.string().trim().max(1_000).default(""),
  format: Format.default("number"),
});
export type NewMetric = z.infer<typeof NewMetric>;
export const Metric = NewMetric.extend({ id: Id });
export type Metric = z.infer<typeof Metric>;

/** What people have told the team for good, as JSON over HTTP. Version 0: nothing yet. */
export const Knowledge = z.object({
  version: z.number().int(),
  updatedAt: z.string().nullable(),
  instructions: z.string(),
  /** By term. */
  glossary: z.array(Term),
  /** By name. */
  metrics: z.array(Metric),
});
export type Knowledge = z.infer<typeof Knowledge>;

/** An entry with an id changes that entry; one without is new. */
export const KnowledgeEdit = z.strictObject({
  instructions: z.string().trim().max(20_000).optional(),
  glossary: z
    .array(NewTerm.extend({ id: Id.optional() }))
    .max(500)
    .optional(),
  metrics: z
    .array(NewMetric.extend({ id: Id.optional() }))
    .max(500)
    .optional(),
  /** Ids of terms and metrics. */
  remove: z.array(Id).max(500).optional(),
});
export type KnowledgeEdit = z.infer<typeof KnowledgeEdit>;

/** Which changes to take back. */
export const KnowledgeUndo = z.strictObject({ changeIds: z.array(z.string()).min(1).max(200) });

/** Version 0 is what it was before the first edit: nothing. */
export const KnowledgeRestore = z.strictObject({ version: z.number().int().min(0) });

/** One edit, as history lists it. */
export const KnowledgeVersion = z.object({
  changeId: z.string(),
  version: z.number().int(),
  at: z.string(),
  author: Author,
  summary: z.string(),
  undone: z.boolean(),
});
export type KnowledgeVersion = z.infer<typeof KnowledgeVersion>;
