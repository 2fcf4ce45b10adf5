"use client";

import type { ECharts } from "echarts";
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Chart, compile } from "@/app/_canvas/charts/compile";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { useChartTheme } from "@/app/_canvas/charts/use-chart-theme";
import { useSize } from "@/app/_canvas/charts/use-size";
import { usePerson } from "@/app/_ui/use-person";
import type { Rows } from "@/lib/sources/schema";

/** Sizes are rounded to this many pixels for the options, so that a resize rebuilds them rarely. */
const step = 32;

export type PictureHandle = {
  /** A PNG as a data URL, twice as fine as the screen; null before it is drawn. */
  png: () => string | null;
};

type Props = {
  chart: Chart;
  rows: Rows;
  label: string;
  onMark?: ((mark: Mark) => void) | undefined;
  onNotes?: ((notes: string[]) => void) | undefined;
  ref?: Ref<PictureHandle> | undefined;
};

type Place = { series: number; point: number };

/**
 * A chart in the room it is given. Arrow keys walk its marks and read them aloud, Enter opens one. Throws while
 * rendering when the spec names a missing column.
 */
export function ChartView({ chart, rows, label, onMark, onNotes, ref: handle }: Props) {
  const theme = useChartTheme();
  const person = usePerson();
  const { ref, size } = useSize<HTMLDivElement>();
  const instance = useRef<ECharts | null>(null);
  const place = useRef<Place | null>(null);
  const [spoken, setSpoken] = useState("");
  const [drawn, setDrawn] = useState(false);
  const width = size ? Math.max(step, Math.round(size.width / step) * step) : 480;
  const height = size ? Math.max(step, Math.round(size.height / step) * step) : 240;
  const compiled = useMemo(
    () => compile(chart, rows, { theme, person, width, height }),
    [chart, rows, theme, person, width, height],
  );
  const measured = size !== null && size.width > 0 && size.height > 0;
  const newest = useRef({ compiled, onMark });
  newest.current = { compiled, onMark };

  useEffect(() => {
    if (!measured) return;
    let gone = false;
    void import("@/app/_canvas/charts/engine").then(({ init }) => {
      if (gone || !ref.current) return;
      instance.current = init(ref.current);
      instance.current.setOption(newest.current.compiled.option);
      setDrawn(true);
      instance.current.on("click", ({ seriesIndex, dataIndex }) => {
        const mark = newest.current.compiled.markAt(seriesIndex ?? 0, dataIndex ?? 0);
        if (mark) newest.current.onMark?.(mark);
      });
    });
    return () => {
      gone = true;
      instance.current?.dispose();
      instance.current = null;
    };
  }, [measured, ref]);

  useEffect(() => {
    instance.current?.setOption(compiled.option, { notMerge: true });
    place.current = null;
  }, [compiled]);

  const notes = compiled.notes.join("\n");
  useEffect(() => onNotes?.(notes ? notes.split("\n") : []), [onNotes, notes]);

  useEffect(() => {
    if (size) instance.current?.resize(size);
  }, [size]);

  useImperativeHandle(handle, () => ({
    png: () =>
      instance.current?.getDataURL({ type: "png", pixelRatio: 2, backgroundColor: theme.raised }) ?? null,
  }));

  const goTo = (next: Place) => {
    place.current = next;
    const mark = compiled.markAt(next.series, next.point);
    instance.current?.dispatchAction({ type: "downplay" });
    const at = { seriesIndex: next.series, dataIndex: next.point };
    instance.current?.dispatchAction({ type: "highlight", ...at });
    instance.current?.dispatchAction({ type: "showTip", ...at });
    setSpoken(mark ? `${mark.label}: ${mark.value}` : "Nothing here");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const now = place.current;
    const mark = now && compiled.markAt(now.series, now.point);
    if (key === "Enter" && mark && onMark) onMark(mark);
    else if (key === "Escape" && now) leave();
    else {
      const next = walked(key, now, compiled.sizes);
      if (!next) return;
      goTo(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = () => {
    place.current = null;
    instance.current?.dispatchAction({ type: "downplay" });
    instance.current?.dispatchAction({ type: "hideTip" });
    setSpoken("");
  };

  return (
    <div className="relative size-full min-h-0 min-w-0">
      <div
        ref={ref}
        role="img"
        data-drawing={drawn ? undefined : ""}
        aria-label={`${label}. Arrow keys read its values.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its values are read by keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={leave}
        className="canvas-still size-full min-h-0 min-w-0 rounded-sm"
      />
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}

/** Left and right along a series, up and down to the next one; the first key stands on the first mark. */
export function walked(key: string, now: Place | null, sizes: readonly number[]): Place | null {
  const steps: Record<string, Place> = {
    ArrowLeft: { series: 0, point: -1 },
    ArrowRight: { series: 0, point: 1 },
    ArrowUp: { series: -1, point: 0 },
    ArrowDown: { series: 1, point: 0 },
    Home: { series: 0, point: Number.NEGATIVE_INFINITY },
    End: { series: 0, point: Number.POSITIVE_INFINITY },
  };
  const by = steps[key];
  if (!by || sizes.length === 0) return null;
  if (!now) return { series: 0, point: key === "End" ? Math.max(0, (sizes[0] ?? 1) - 1) : 0 };
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const series = within(now.series + by.series, sizes.length - 1);
  return { series, point: within(now.point + by.point, Math.max(0, (sizes[series] ?? 1) - 1)) };
}
