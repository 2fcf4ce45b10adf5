import type { InvocationRow, TranscriptRow, TranscriptStore } from "@/lib/agent/run";

/** Transcripts in memory. What goes in is copied, so that a later change of it would show. */
export class MemoryTranscripts implements TranscriptStore {
  readonly invocations = new Map<string, InvocationRow & { status: string }>();
  private readonly transcripts = new Map<string, TranscriptRow[]>();

  async read(threadId: string, transcript: string): Promise<TranscriptRow[]> {
    return structuredClone(this.rows(threadId, transcript));
  }

  async append(threadId: string, transcript: string, rows: TranscriptRow[]): Promise<void> {
    const key = `${threadId}/${transcript}`;
    this.transcripts.set(key, [...this.rows(threadId, transcript), ...structuredClone(rows)]);
  }

  async startInvocation(invocation: InvocationRow): Promise<void> {
    this.invocations.set(invocation.id, { ...structuredClone(invocation), status: "running" });
  }

  async takeUpInvocation(invocation: InvocationRow): Promise<void> {
    await this.startInvocation(invocation);
  }

  async updateInvocation(id: string, values: Pick<InvocationRow, "base" | "marks">): Promise<void> {
    const row = this.invocations.get(id);
    if (row) Object.assign(row, structuredClone(values));
  }

  async endInvocation(id: string, status: "success" | "cancelled" | "error"): Promise<void> {
    const row = this.invocations.get(id);
    if (row) row.status = status;
  }

  rows(threadId: string, transcript: string): TranscriptRow[] {
    return this.transcripts.get(`${threadId}/${transcript}`) ?? [];
  }

  names(threadId: string): string[] {
    return [...this.transcripts.keys()]
      .filter((key) => key.startsWith(`${threadId}/`))
      .map((key) => key.slice(threadId.length + 1));
  }
}
