import { type Answer, noPause, type OpenRequest } from "@/lib/agent/open-request";
import type { InvocationRow, InvocationStatus, Pause, TranscriptRow, TranscriptStore } from "@/lib/agent/run";

/** Transcripts in memory. What goes in is copied, so that a later change of it would show. */
export class MemoryTranscripts implements TranscriptStore {
  readonly invocations = new Map<string, InvocationRow & { status: string }>();
  readonly requests = new Map<string, OpenRequest>();
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

  async updateInvocation(id: string, values: Pick<InvocationRow, "base" | "marks" | "kept">): Promise<void> {
    const row = this.invocations.get(id);
    if (row) Object.assign(row, structuredClone(values));
  }

  async endInvocation(id: string, status: InvocationStatus): Promise<void> {
    const row = this.invocations.get(id);
    if (row) row.status = status;
  }

  async readPause(threadId: string): Promise<Pause> {
    const invocations = [...this.invocations.values()].filter(
      (row) => row.threadId === threadId && row.status === "suspended",
    );
    const ids = new Set(invocations.map((row) => row.id));
    if (!invocations.some((row) => row.toolCallId === "")) return noPause;
    const requests = [...this.requests.values()].filter((request) => ids.has(request.invocationId));
    return structuredClone({ invocations, requests });
  }

  async addRequest(request: OpenRequest): Promise<void> {
    this.requests.set(request.id, structuredClone(request));
  }

  async closeRequest(id: string, status: "cancelled" | "expired"): Promise<void> {
    this.answer(id, { status, payload: null });
  }

  /** As somebody would over HTTP. */
  answer(id: string, answer: Answer): void {
    const request = this.requests.get(id);
    if (!request || request.answer) throw new Error(`${id} is not open`);
    request.answer = answer;
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
