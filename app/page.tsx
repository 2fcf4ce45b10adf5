import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { newId } from "@/lib/shared/id";
import { isThreadId } from "./_workbench/thread-id";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Goes on with the conversation this browser had last, with what the address opens; begins one when there is none. */
export default async function Home({ searchParams }: Props) {
  const last = (await cookies()).get("kaboo_thread")?.value;
  const opened = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams))
    if (typeof value === "string") opened.set(name, value);
  const search = opened.size > 0 ? `?${opened}` : "";
  redirect(`/threads/${last && isThreadId(last) ? last : newId("t")}${search}`);
}
