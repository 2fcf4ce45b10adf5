import type { QueryPool } from "@/lib/sources/query-pool";

/** Where rows are, and how a pool that answers from there is opened: a generation's file, or a database elsewhere. */
export type RowsPlace = {
  kind: "file" | "postgres";
  /** Differs whenever the rows, or who may see which, differ. */
  key: string;
  /** How long an answer is kept where nobody tells when rows change (D14); for as long as there is room when not given. */
  keepMs?: number;
  open(): QueryPool;
};
