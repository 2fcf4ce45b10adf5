import type { Metadata } from "next";
import { LibraryPage } from "@/app/_library/library-page";

export const metadata: Metadata = { title: "Library" };

/** Every dashboard, query and table there is, whichever conversation made it. */
export default function Page() {
  return <LibraryPage />;
}
