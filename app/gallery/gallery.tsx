"use client";

import { WidgetFace } from "@/app/_canvas/charts/widget-face";
import { GhostCard } from "@/app/_canvas/dashboard/ghost-card";
import { broken, type Example, extreme, typical } from "@/app/gallery/examples";

export function Gallery() {
  return (
    <main className="mx-auto max-w-360 space-y-8 p-6">
      <Shelf title="Typical" examples={typical} />
      <Ghosts />
      <Shelf title="Extreme" examples={extreme} />
      <Shelf title="Broken, empty, loading" examples={broken} />
    </main>
  );
}

function Shelf({ title, examples }: { title: string; examples: Example[] }) {
  return (
    <section>
      <h2 className="mb-3 font-semibold text-lg">{title}</h2>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
        {examples.map(({ name, widget, state }) => (
          <article
            key={widget.id}
            className={`flex flex-col rounded-lg border bg-raised ${widget.kind === "number" ? "h-40" : "h-75"}`}
          >
            <h3 className="truncate px-3 pt-2.5 pb-1 font-medium text-sm">{name}</h3>
            <div className="min-h-0 flex-1 px-3 pb-3">
              <WidgetFace widget={widget} state={state} onAsk={() => {}} />
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}

/** What an agent is still writing. */
function Ghosts() {
  return (
    <section>
      <h2 className="mb-3 font-semibold text-lg">Ghosts</h2>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
        {(["bar", "line", "table"] as const).map((kind, index) => (
          <div key={kind} className="h-60">
            <GhostCard
              ghost={{
                key: kind,
                callId: "c_1",
                agent: "visualizer",
                title: index === 0 ? "" : "Revenue by reg",
                kind,
                layout: { x: 0, y: 0, w: 4, h: 6 },
              }}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
