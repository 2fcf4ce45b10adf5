"use client";

import { Sparkles } from "lucide-react";
import { useMemo } from "react";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { rowsBehind } from "@/app/_canvas/charts/rows-behind";
import { TableView } from "@/app/_canvas/charts/table-view";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import type { Rows } from "@/lib/sources/schema";

type Props = {
  title: string;
  mark: Mark;
  rows: Rows;
  onAsk: (() => void) | undefined;
  onClose: () => void;
};

const everyColumn = {};

/** One bar, point or slice: its value, and the rows of the result it is drawn from (C14). */
export function MarkDialog({ title, mark, rows, onAsk, onClose }: Props) {
  const behind = useMemo(() => rowsBehind(rows, mark), [rows, mark]);
  const count = behind.rows.length;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`${mark.label}: ${mark.value}`}
      description={`${count === 1 ? "One row" : `${count.toLocaleString()} rows`} of “${title}” behind it`}
      footer={
        onAsk && (
          <Button onClick={onAsk}>
            <Sparkles className="size-4 text-agent" aria-hidden="true" />
            Ask Kaboo about this
          </Button>
        )
      }
    >
      <div style={{ height: Math.min(420, 44 + count * 30) }}>
        <TableView spec={everyColumn} rows={behind} label={`Rows behind ${mark.label}`} />
      </div>
    </Dialog>
  );
}
