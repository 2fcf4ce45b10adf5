import { GhostCard } from "@/app/_canvas/dashboard/ghost-card";
import type { Ghost } from "@/app/_canvas/dashboard/ghosts";
import type { Tile } from "@/app/_canvas/dashboard/grid";
import { SectionCard } from "@/app/_canvas/dashboard/section-card";
import { type folded, isSection } from "@/app/_canvas/dashboard/sections";
import { type CardEdits, WidgetCard } from "@/app/_canvas/dashboard/widget-card";
import type { Dashboard, Widget } from "@/lib/dashboards/schema";
import type { Params } from "@/lib/sources/schema";

/** A number needs no more in one column, however tall it stands on the grid. */
const numberRows = 3;

type Drawn = {
  dashboard: Dashboard;
  sections: ReturnType<typeof folded>;
  closed: ReadonlySet<string>;
  toggle: (section: string) => void;
  ghosts: readonly Ghost[];
  /** A widget goes on under the key of the ghost it was. */
  keyOf: (widgetId: string) => string;
  params: Params;
  selected: string | null;
  onSelect: (widgetId: string) => void;
  touchedBy: ReadonlyMap<string, string>;
  pointed: { ids: ReadonlySet<string>; seq: number };
  onOpenQuery: ((id: string) => void) | undefined;
  /** Null where nothing can be changed. */
  editsOf: ((widget: Widget) => CardEdits) | null;
};

/** What lies on the grid: the widgets and headings that no folded section hides, and the ghosts of those to come. */
export function tilesOf(board: Drawn): Tile[] {
  const { sections, ghosts, keyOf } = board;
  const columnRows = (kind: string) => (kind === "number" ? { columnRows: numberRows } : {});
  return [
    ...sections.visible.map((widget) => ({
      key: keyOf(widget.id),
      id: widget.id,
      layout: { ...widget.layout, y: sections.drawnY(widget.layout.y) },
      flat: isSection(widget),
      ...columnRows(widget.kind),
      content: <Content widget={widget} board={board} />,
    })),
    ...ghosts.map((ghost) => ({
      key: ghost.key,
      id: null,
      layout: { ...ghost.layout, y: sections.drawnY(ghost.layout.y) },
      ...columnRows(ghost.kind),
      content: <GhostCard ghost={ghost} />,
    })),
  ];
}

function Content({ widget, board }: { widget: Widget; board: Drawn }) {
  const { dashboard, sections, closed, toggle, params, selected, onSelect, touchedBy, pointed } = board;
  const edits = board.editsOf?.(widget) ?? null;
  if (isSection(widget)) {
    return (
      <SectionCard
        widget={widget}
        folded={closed.has(widget.id)}
        count={sections.countIn(widget.id)}
        onToggle={() => toggle(widget.id)}
        edits={edits}
      />
    );
  }
  return (
    <WidgetCard
      dashboardId={dashboard.id}
      widget={widget}
      params={params}
      selected={selected === widget.id}
      pointed={pointed.ids.has(widget.id) ? pointed.seq + 1 : 0}
      touchedBy={touchedBy.get(widget.id)}
      onSelect={onSelect}
      onOpenQuery={board.onOpenQuery}
      edits={edits}
    />
  );
}
