import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { newId } from "@/lib/shared/id";
import { isThreadId } from "./_workbench/thread-id";

/** Goes on with the conversation this browser had last; begins one when there is none. */
export default async function Home() {
  const last = (await cookies()).get("kaboo_thread")?.value;
  redirect(`/threads/${last && isThreadId(last) ? last : newId("t")}`);
}
