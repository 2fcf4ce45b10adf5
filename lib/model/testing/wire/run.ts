// A model for trying the page with: `tsx lib/model/testing/wire/run.ts PORT`, then
// MODEL=openai-compatible:wire OPENAI_COMPATIBLE_BASE_URL=http://localhost:PORT/v1. What it does stands in the message.
import { goOnText } from "@/lib/agent/go-on";
import type { WireAnswer, WireFailure } from "@/lib/model/testing/wire/answer";
import { openWireServer } from "@/lib/model/testing/wire/server";

const failures: readonly WireFailure[] = [
  "bad_key",
  "no_such_model",
  "rate_limit",
  "overloaded",
  "context_too_long",
  "no_credit",
];
const story = "Once upon a time there was a company that sold coffee, and then";

const replies: Record<string, WireAnswer> = {
  think: { reasoning: "The person wants to see me think.", text: "I have thought about it." },
  refuse: { refuses: true },
  cut: { text: story, pieces: 12, cut: true },
  "stop short": { text: story, stopsShort: true },
  "break off": { text: story, breaks: "overloaded" },
};

/** The newest "please …" of the conversation says what to do. */
function answerTo(prompt: string): WireAnswer {
  const asked = [...prompt.matchAll(/please ([a-z_ ]+)/gi)].at(-1);
  const wish = asked?.[1]?.trim() ?? "";
  if (prompt.slice(asked?.index ?? 0).includes(goOnText)) return { text: "…it sold tea, too." };
  const fails = failures.find((failure) => failure === wish);
  const waits = fails === "rate_limit" || fails === "overloaded";
  if (fails) return { fails, ...(waits && { headers: { "retry-after-ms": "5" } }) };
  return replies[wish] ?? { text: "Here I am." };
}

const server = await openWireServer(({ text }) => answerTo(text), Number(process.argv[2] ?? 0));
console.log(server.url);
