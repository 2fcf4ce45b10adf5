import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import type { Tool } from "@/lib/agent/tool";

const Question = z.object({
  question: z.string().trim().min(1).max(500),
  options: z.array(z.string().trim().min(1).max(200)).min(1).max(12).optional(),
  multiple: z.boolean().optional().describe("Several options may be chosen."),
});

const input = z.object({ questions: z.array(Question).min(1).max(6) });

const AskUserAnswer = z.object({
  answers: z.array(z.union([z.string().max(4_000), z.array(z.string().max(4_000)).max(12)])),
});

/** Lets an agent ask the person something as a form; what they answer is the call's result (H2). */
export const askUser: Tool = {
  ...defineTool({
    name: "ask_user",
    description:
      "Asks the person one or more questions as a form and waits for the answers. For a choice that only they can make; don't ask what you can find out.",
    input,
    async run({ questions }, { answer }) {
      const { answers } = AskUserAnswer.parse(answer);
      const lines = questions.map(({ question }, index) => `${question} ${told(answers[index])}`);
      return { text: lines.join("\n"), structured: { answers } };
    },
  }),
  asks(given) {
    const { questions } = input.parse(given);
    return {
      of: "person",
      message: questions.map(({ question }) => question).join("\n"),
      responseSchema: {
        type: "object",
        properties: {
          answers: { type: "array", items: { type: ["string", "array"] }, maxItems: questions.length },
        },
        required: ["answers"],
      },
      check: (payload) => {
        const parsed = AskUserAnswer.safeParse(payload);
        if (!parsed.success) return z.prettifyError(parsed.error);
        return parsed.data.answers.length > questions.length
          ? "There are more answers than questions."
          : undefined;
      },
    };
  },
};

function told(answer: string | string[] | undefined): string {
  const text = Array.isArray(answer) ? answer.join(", ") : (answer ?? "");
  return text.trim() === "" ? "(no answer)" : text;
}
