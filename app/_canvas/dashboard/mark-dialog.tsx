"use client";

import { Sparkles } from "lucide-react";
import { useMemo, useState } from "react";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { Loading } from "@/app/_canvas/charts/faces";
import { rowsBehind } from "@/app/_canvas/charts/rows-behind";
import { TableView } from "@/app/_canvas/charts/table-view";
import type { RowsOrigin } from "@/app/_canvas/data/use-rows";
import { useRowsBehind } from "@/app/_canvas/data/use-rows-behind";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Tabs } from "@/app/_ui/tabs";
import { usePerson } from "@/app/_ui/use-person";
import type { Rows } from "@/lib/sources/schema";

type Props = {
  title: string;
  mark: Mark;
  rows: Rows;
  origin: RowsOrigin | null;
  onAsk: (() => void) | undefined;
  onClose: () => void;
};

const everyColumn = {};

/**
 * One bar, point, slice, number or row: its value, and the rows behind it (C14): those of the result it is drawn from, and
 * where its query groups, those of the data that are in the group.
 */
export function MarkDialog({ title, mark, rows, origin, onAsk, onClose }: Props) {
  const { locale } = usePerson();
  const result = useMemo(() => rowsBehind(rows, mark), [rows, mark]);
  const data = useRowsBehind(origin, mark);
  const [chosen, setChosen] = useState<"data" | "result">("data");
  const shown = data.there && chosen === "data" ? data.rows : result;
  const rowsIn = (all: Rows) => {
    const count = all.rows.length.toLocaleString(locale);
    return all.truncated ? `The first ${count} rows` : all.rows.length === 1 ? "One row" : `${count} rows`;
  };
  const of = data.there && chosen === "data" ? "the data" : `“${title}”`;
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => !open && onClose()}
      title={mark.value ? `${mark.label}: ${mark.value}` : mark.label}
      description={shown ? `${rowsIn(shown)} of ${of} behind it` : "Reading the rows behind it"}
      footer={
        onAsk && (
          <Button onClick={onAsk}>
            <Sparkles className="size-4 text-agent" aria-hidden="true" />
            Ask Kaboo about this
          </Button>
        )
      }
    >
      {data.there && (
        <div className="mb-3">
          <Tabs
            label="Which rows"
            value={chosen}
            onChange={setChosen}
            tabs={[
              { value: "data", label: "Rows of the data" },
              { value: "result", label: "Rows of the result" },
            ]}
          />
        </div>
      )}
      <div style={{ height: Math.min(420, 44 + (shown?.rows.length ?? 12) * 30) }}>
        {shown ? (
          <TableView key={chosen} spec={everyColumn} rows={shown} label={`Rows behind ${mark.label}`} />
        ) : (
          <Loading kind="table" />
        )}
      </div>
    </Dialog>
  );
}
