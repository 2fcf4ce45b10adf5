import { type StreamingModel, streamingModel } from "@/lib/model/language-model";
import { speak } from "@/lib/model/speak";

export function demoModel(): StreamingModel {
  return streamingModel("kaboo", "demo", (call) =>
    speak(
      { text: "I am the demo model.", calls: [] },
      { pieces: () => 5, delayMs: 10, atomic: false },
      call.prompt,
      call.abortSignal,
    ),
  );
}
