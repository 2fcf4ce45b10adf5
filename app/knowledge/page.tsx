import type { Metadata } from "next";
import { KnowledgePage } from "@/app/_knowledge/knowledge-page";

export const metadata: Metadata = { title: "Team’s knowledge" };

/** What people tell the team once, for every conversation (T10). */
export default function Page() {
  return <KnowledgePage />;
}
