"use client";

import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { type BigNumber, bigNumber } from "@/app/_canvas/charts/big-number";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { Empty } from "@/app/_canvas/charts/faces";
import { toneClasses, toneWords } from "@/app/_canvas/charts/tone";
import { cx } from "@/app/_ui/class-names";
import { usePerson } from "@/app/_ui/use-person";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

const tones = { good: "text-success", bad: "text-danger", neutral: "text-ink-muted" };
const arrows = { up: ArrowUp, down: ArrowDown, same: ArrowRight };

/** A number that fits the room it has, its change, and a line of how it came to be. */
export function NumberView({
  spec,
  rows,
  label,
  onMark,
}: {
  spec: WidgetSpec<"number">;
  rows: Rows;
  label: string;
  onMark?: ((mark: Mark) => void) | undefined;
}) {
  const person = usePerson();
  const shown = bigNumber(spec, rows, person);
  if (!shown) return <Empty />;
  const Arrow = shown.change ? arrows[shown.change.direction] : null;
  return (
    <div className="@container-size flex size-full min-h-0 flex-col justify-center">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        <Value
          title={shown.title}
          open={onMark && (() => onMark({ label, value: shown.title, where: shown.where }))}
          style={{
            fontSize: `clamp(1.125rem, min(${Math.min(24, 150 / Math.max(5, shown.text.length))}cqw, 46cqh), 3rem)`,
          }}
          className={cx(
            "min-w-0 truncate font-semibold leading-tight tracking-tight tabular-nums",
            shown.tone ? toneClasses[shown.tone] : "text-ink",
          )}
        >
          {shown.text}
          {shown.tone && <span className="sr-only">, {toneWords[shown.tone]}</span>}
        </Value>
        {shown.change && Arrow && (
          <span
            className={cx(
              "inline-flex items-center gap-0.5 whitespace-nowrap text-xs",
              tones[shown.change.tone],
            )}
            title={`Before: ${shown.change.before}`}
          >
            <Arrow className="size-3.5" aria-hidden="true" />
            <span className="font-medium tabular-nums">{shown.change.text}</span>
            <span className="sr-only">, before {shown.change.before}</span>
          </span>
        )}
      </div>
      {shown.change && (
        <span className="hidden truncate text-ink-faint text-xs tabular-nums @min-[10rem]:[@container(min-height:4.5rem)]:block">
          from {shown.change.before}
        </span>
      )}
      {shown.sparkline.length > 0 && <Sparkline points={shown.sparkline} />}
    </div>
  );
}

/** A number one can go behind is a button (C14). */
function Value({
  open,
  className,
  ...rest
}: {
  open: (() => void) | undefined;
  title: string;
  style: CSSProperties;
  className: string;
  children: ReactNode;
}) {
  if (!open) return <span className={className} {...rest} />;
  return (
    <button
      type="button"
      onClick={open}
      className={cx(
        className,
        "canvas-still -mx-1 rounded-md px-1 decoration-1 decoration-line-strong underline-offset-4 hover:underline forced-colors:border-0!",
      )}
      {...rest}
    />
  );
}

function Sparkline({ points }: { points: BigNumber["sparkline"] }) {
  const path = points.map(({ x, y }) => `${(x * 100).toFixed(2)},${(29 - y * 28).toFixed(2)}`).join(" L");
  return (
    <svg
      viewBox="0 0 100 30"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-1.5 hidden min-h-0 w-full flex-1 overflow-visible [@container(min-height:4rem)]:block"
      style={{ maxHeight: "45cqh" }}
    >
      <path d={`M${path} L100,30 L0,30 Z`} fill="var(--chart-1)" opacity="0.12" />
      <path
        d={`M${path}`}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
