import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { isThreadId } from "@/app/_workbench/thread-id";
import { Workbench } from "@/app/_workbench/workbench";

type Props = {
  params: Promise<{ threadId: string }>;
  searchParams: Promise<{ scenario?: string | string[] }>;
};

export default async function ThreadPage({ params, searchParams }: Props) {
  const { threadId } = await params;
  const { scenario } = await searchParams;
  if (!isThreadId(threadId)) notFound();
  const chatWidth = Number((await cookies()).get("kaboo_chat_width")?.value);
  return (
    <Workbench
      key={threadId}
      threadId={threadId}
      scenario={typeof scenario === "string" ? scenario : undefined}
      chatWidth={chatWidth >= 320 && chatWidth <= 720 ? chatWidth : 420}
    />
  );
}
