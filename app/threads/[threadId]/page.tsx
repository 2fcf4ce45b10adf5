import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { isThreadId } from "@/app/_workbench/thread-id";
import { Workbench } from "@/app/_workbench/workbench";

export default async function ThreadPage({ params }: { params: Promise<{ threadId: string }> }) {
  const { threadId } = await params;
  if (!isThreadId(threadId)) notFound();
  const chatWidth = Number((await cookies()).get("kaboo_chat_width")?.value);
  return (
    <Workbench
      key={threadId}
      threadId={threadId}
      chatWidth={chatWidth >= 320 && chatWidth <= 720 ? chatWidth : 420}
    />
  );
}
