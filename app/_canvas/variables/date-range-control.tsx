"use client";

import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { presets, spanWords } from "@/app/_canvas/variables/variable-words";
import { Button } from "@/app/_ui/button";
import { cx } from "@/app/_ui/class-names";
import { Popover } from "@/app/_ui/popover";
import { usePerson } from "@/app/_ui/use-person";
import { daysOf } from "@/lib/dashboards/params";
import type { DateSpan } from "@/lib/dashboards/schema";

type Props = { label: string; value: DateSpan; onChange: (value: DateSpan) => void };

/** Days from and to, or a span that moves on with today. */
export function DateRangeControl({ label, value, onChange }: Props) {
  const { locale } = usePerson();
  const [open, setOpen] = useState(false);
  const text = spanWords(value, locale);
  const choose = (span: DateSpan) => {
    onChange(span);
    setOpen(false);
  };
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button aria-label={`${label}: ${text}`} className="font-normal">
          <CalendarRange className="size-3.5 text-ink-faint" aria-hidden="true" />
          {text}
        </Button>
      }
      className="w-72"
    >
      <div className="grid grid-cols-2 gap-0.5 p-1.5">
        {presets.map(({ label: name, span }) => {
          const current = JSON.stringify(span) === JSON.stringify(value);
          return (
            <button
              key={name}
              type="button"
              aria-pressed={current}
              onClick={() => choose(span)}
              className={cx(
                "h-8 rounded-md px-2 text-left text-sm",
                current ? "bg-accent-soft text-ink" : "hover:bg-hover",
              )}
            >
              {name}
            </button>
          );
        })}
      </div>
      <Days key={JSON.stringify(value)} label={label} value={daysOf(value, new Date())} onSave={choose} />
    </Popover>
  );
}

function Days({
  label,
  value,
  onSave,
}: {
  label: string;
  value: { from: string; to: string };
  onSave: (value: { from: string; to: string }) => void;
}) {
  const [days, setDays] = useState(value);
  const wrong = !days.from || !days.to || days.from > days.to;
  const input = "h-8 w-full min-w-0 rounded-md border border-line-strong bg-raised px-2 text-sm";
  return (
    <form
      className="flex flex-col gap-2 border-t p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) onSave(days);
      }}
    >
      <div className="flex items-center gap-2">
        <input
          type="date"
          aria-label={`${label} from`}
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.target.value })}
          className={input}
        />
        <span className="text-ink-faint">–</span>
        <input
          type="date"
          aria-label={`${label} to`}
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.target.value })}
          className={input}
        />
      </div>
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="text-danger text-xs">
          {wrong ? "The end is before the start." : ""}
        </p>
        <Button size="sm" variant="primary" type="submit" disabled={wrong}>
          Apply
        </Button>
      </div>
    </form>
  );
}
