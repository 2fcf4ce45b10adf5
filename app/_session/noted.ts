import { type Metadata, mergeMetadata } from "@ag-ui/core";

/** Who wrote it, as messages carry it. */
export function attribution({ subagentRunId }: { subagentRunId?: string }): { subagentRunId?: string } {
  return subagentRunId === undefined ? {} : { subagentRunId };
}

/** An event's metadata belongs to what it builds; the last value of a key wins. */
export function note(built: { metadata?: Metadata }, event: { metadata?: Metadata }): void {
  const metadata = mergeMetadata(built.metadata, event.metadata);
  if (metadata) built.metadata = metadata;
}
