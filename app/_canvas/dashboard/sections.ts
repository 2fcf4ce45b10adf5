import type { Widget } from "@/lib/dashboards/schema";

export type Section = { id: string; top: number; bottom: number };

export const isSection = (widget: Widget) => widget.kind === "text" && widget.spec.section === true;

/** Sections with the rows below them that are theirs: up to the next section, or to the end (D13). */
export function sectionsOf(widgets: readonly Widget[]): Section[] {
  const heads = widgets.filter(isSection).sort((a, b) => a.layout.y - b.layout.y);
  const end = Math.max(0, ...widgets.map(({ layout }) => layout.y + layout.h));
  return heads.map(({ id, layout }, at) => ({
    id,
    top: layout.y + layout.h,
    bottom: heads[at + 1]?.layout.y ?? end,
  }));
}

/**
 * What a folded board shows: what lies in no folded section, moved up by the rows that are hidden above it. What is
 * stored stays as it is (D7): `shift` of a place drawn gives the rows to add to have it stored.
 */
export function folded(widgets: readonly Widget[], closed: ReadonlySet<string>) {
  const hidden = sectionsOf(widgets).filter(({ id, top, bottom }) => closed.has(id) && bottom > top);
  const isHidden = ({ layout }: Widget) =>
    hidden.some(({ top, bottom }) => layout.y >= top && layout.y < bottom);
  const hiddenAbove = (y: number) =>
    hidden.reduce((sum, { top, bottom }) => sum + (top < y || bottom <= y ? bottom - top : 0), 0);
  const visible = widgets.filter((widget) => !isHidden(widget));
  let drawnTop = 0;
  const marks = hidden.map(({ top, bottom }) => {
    const at = top - drawnTop;
    drawnTop += bottom - top;
    return { at, rows: bottom - top };
  });
  return {
    visible,
    drawnY: (y: number) => y - hiddenAbove(y),
    /** Rows to add to a drawn row. */
    shift: (y: number) => marks.reduce((sum, { at, rows }) => (y >= at ? sum + rows : sum), 0),
    countIn: (id: string) => {
      const own = sectionsOf(widgets).find((section) => section.id === id);
      if (!own) return 0;
      return widgets.filter(({ layout }) => layout.y >= own.top && layout.y < own.bottom).length;
    },
  };
}
