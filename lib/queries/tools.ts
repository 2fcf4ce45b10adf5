import type { Tool } from "@/lib/agent/tool";
import type { Queries } from "@/lib/queries/service";
import { createQueriesTools } from "@/lib/queries/tools/queries-tools";
import { createSourcesTools, type SourcesPort } from "@/lib/queries/tools/sources-tools";

/** What an agent may do with data: look at sources, run SQL, keep queries (X1). */
export function createSqlTools({ sources, queries }: { sources: SourcesPort; queries: Queries }): Tool[] {
  return [...createSourcesTools(sources), ...createQueriesTools(queries)];
}
