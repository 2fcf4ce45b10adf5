// The library's own client, given a run's events as if they had come from a server; tells how long it took. In a process of
// its own, as tsx does not load what it depends on.
import { AbstractAgent } from "@ag-ui/client";
import { from } from "rxjs";

class PlayedAgent extends AbstractAgent {
  constructor(events, initialMessages) {
    super({ initialMessages });
    this.events = events;
  }

  run() {
    return from(this.events);
  }
}

process.once("message", async ({ texts, before }) => {
  const began = performance.now();
  const events = texts.map((text) => JSON.parse(text));
  const agent = new PlayedAgent(events, before);
  // A page listens.
  await agent.runAgent({}, { onMessagesChanged() {}, onStateChanged() {}, onToolCallArgsEvent() {} });
  process.send(performance.now() - began, () => process.disconnect());
});
