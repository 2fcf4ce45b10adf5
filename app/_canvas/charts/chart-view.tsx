"use client";

import type { ECharts } from "echarts";
import { useEffect, useMemo, useRef } from "react";
import { type Chart, compile } from "@/app/_canvas/charts/compile";
import { useChartTheme } from "@/app/_canvas/charts/use-chart-theme";
import { usePerson } from "@/app/_canvas/charts/use-person";
import { useSize } from "@/app/_canvas/charts/use-size";
import type { Rows } from "@/lib/sources/schema";

/** Sizes are rounded to this many pixels for the options, so that a resize rebuilds them rarely. */
const step = 32;

/** A chart in the room it is given. Throws while rendering when the spec names a missing column. */
export function ChartView({ chart, rows, label }: { chart: Chart; rows: Rows; label: string }) {
  const theme = useChartTheme();
  const person = usePerson();
  const { ref, size } = useSize<HTMLDivElement>();
  const instance = useRef<ECharts | null>(null);
  const width = size ? Math.max(step, Math.round(size.width / step) * step) : 480;
  const height = size ? Math.max(step, Math.round(size.height / step) * step) : 240;
  const compiled = useMemo(
    () => compile(chart, rows, { theme, person, width, height }),
    [chart, rows, theme, person, width, height],
  );
  const measured = size !== null && size.width > 0 && size.height > 0;
  const option = useRef(compiled.option);
  option.current = compiled.option;

  useEffect(() => {
    if (!measured) return;
    let gone = false;
    void import("@/app/_canvas/charts/engine").then(({ init }) => {
      if (gone || !ref.current) return;
      instance.current = init(ref.current);
      instance.current.setOption(option.current);
    });
    return () => {
      gone = true;
      instance.current?.dispose();
      instance.current = null;
    };
  }, [measured, ref]);

  useEffect(() => {
    instance.current?.setOption(compiled.option, { notMerge: true });
  }, [compiled]);

  useEffect(() => {
    if (size) instance.current?.resize(size);
  }, [size]);

  return <div ref={ref} role="img" aria-label={label} className="size-full min-h-0 min-w-0" />;
}
