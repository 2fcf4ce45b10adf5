"use client";

import { Dialog } from "@/app/_ui/dialog";
import { Kbd } from "@/app/_ui/kbd";

const sections: { title: string; keys: [what: string, ...keys: string[]][] }[] = [
  {
    title: "Anywhere",
    keys: [
      ["Find anything", "Ctrl/⌘", "K"],
      ["Write to Kaboo", "/"],
      ["This sheet", "?"],
      ["Back to what was open before", "Alt", "←"],
    ],
  },
  {
    title: "Writing",
    keys: [
      ["Send", "↵"],
      ["New line", "Shift", "↵"],
      ["Refer to a dashboard, widget, query or table", "@"],
      ["Stop the run", "Esc"],
    ],
  },
  {
    title: "On a dashboard",
    keys: [
      ["Undo your last change", "Ctrl/⌘", "Z"],
      ["Rename a title", "↵"],
      ["Move a chosen widget, or size it with Shift", "↑ ↓ ← →"],
    ],
  },
];

export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <div className="space-y-4">
        {sections.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 font-medium text-ink-faint text-xs">{title}</h3>
            <dl className="divide-y divide-line">
              {keys.map(([what, ...pressed]) => (
                <div key={what} className="flex min-h-8 items-center gap-4">
                  <dt className="flex-1 text-sm">{what}</dt>
                  <dd className="flex shrink-0 gap-1 text-ink-muted">
                    {pressed.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
