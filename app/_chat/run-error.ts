import type { SessionFailure } from "@/app/_session";

export type ErrorAdvice = { title: string; advice: string; retry: boolean };

const known: Record<string, ErrorAdvice> = {
  bad_key: {
    title: "The model’s key was refused",
    advice: "Check the key in .env.local, then restart the server.",
    retry: true,
  },
  rate_limit: {
    title: "The model’s provider asks for a pause",
    advice: "Too many requests in a short time. Wait a minute, then try again.",
    retry: true,
  },
  overloaded: {
    title: "The model is overloaded",
    advice: "This passes. Try again in a moment.",
    retry: true,
  },
  context_too_long: {
    title: "The conversation is too long for this model",
    advice: "Start a new conversation; the dashboards and queries stay.",
    retry: false,
  },
  interrupted: {
    title: "The server stopped during this answer",
    advice: "What was finished is kept. Ask again to go on from there.",
    retry: true,
  },
  offline: { title: "The server can’t be reached", advice: "Check that it is running.", retry: true },
};

/** What went wrong in a person's words, and what to do about it. */
export function adviceFor({ code }: Pick<SessionFailure, "code">): ErrorAdvice {
  return known[code] ?? { title: "That didn’t work", advice: "", retry: true };
}
