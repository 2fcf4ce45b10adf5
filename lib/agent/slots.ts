/** Which transcript an agent works in: its own, or a numbered one while it is at work in that already (T3). */
export class Slots {
  private readonly taken = new Set<string>();
  private readonly kept = new Set<string>();

  /** `visualizer`, `visualizer#2`, …: the first that is free. */
  take(agent: string): string {
    let slot = agent;
    for (let number = 2; this.taken.has(slot); number++) slot = `${agent}#${number}`;
    this.taken.add(slot);
    return slot;
  }

  /** What a suspended invocation works in stays its own until it is taken up. */
  keep(slot: string): void {
    this.kept.add(slot);
    this.taken.add(slot);
  }

  /** The slot of an invocation that goes on: nobody else may be in it. */
  takeAgain(slot: string): string {
    if (this.taken.has(slot) && !this.kept.delete(slot)) throw new Error(`the transcript ${slot} is in use`);
    this.taken.add(slot);
    return slot;
  }

  release(slot: string): void {
    this.taken.delete(slot);
  }
}
