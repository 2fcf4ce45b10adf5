import { Compass } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "./_ui/button-class";
import { EmptyState } from "./_ui/empty-state";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={<Compass />}
        title="There is nothing here"
        actions={
          <Link href="/" className={buttonClass("primary")}>
            Back to the conversation
          </Link>
        }
      >
        The address may be mistyped, or what it named was deleted.
      </EmptyState>
    </main>
  );
}
