import { z } from "zod";
import type { WorkingView } from "@/lib/agent/view";
import { renderChange } from "@/lib/changes/render-changes";
import { renderKnowledge } from "@/lib/knowledge/render";
import type { KnowledgeService } from "@/lib/knowledge/service";

const Mark = z.object({ version: z.number() });
const heading = "What the person who owns this project has told the team for good:";

/** The team's knowledge in front of the message (V1), and what the person changed of it while the agent works (V3). */
export function createKnowledgeView(knowledge: KnowledgeService): WorkingView {
  return {
    async render({ ownerId, mark, firstCall }) {
      const base = Mark.safeParse(mark).data;
      if (base === undefined) {
        const now = await knowledge.get(ownerId);
        const text = renderKnowledge(now);
        const next = { version: now.version };
        if (text === "") return { mark: next };
        // Left out of the first call, it is too late for a base.
        return { [firstCall ? "base" : "changes"]: `${heading}\n${text}`, mark: next };
      }
      const since = await knowledge.since(ownerId, base.version);
      if (since.length === 0) return { mark: base };
      const text = renderKnowledge(await knowledge.get(ownerId));
      const lines = since.map(renderChange);
      return {
        changes: ["What the team was told for good has changed:", ...lines, "As it is now:", text].join("\n"),
        mark: base,
      };
    },
  };
}
