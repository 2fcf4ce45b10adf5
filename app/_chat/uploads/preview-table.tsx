import { cx } from "@/app/_ui/class-names";
import { ScrollBox } from "@/app/_ui/scroll-box";
import type { Reading, UploadPreview } from "@/lib/sources/schema";
import { choicesFor, readingKey } from "./reading-choices";
import { cellText } from "./uploads-api";

type Column = UploadPreview["columns"][number];

/** Some rows of a file, each column under what it is read as. What doesn't fit shows the text it is. */
export function PreviewTable({
  preview,
  rows,
  busy,
  onChange,
}: {
  preview: UploadPreview;
  rows: UploadPreview["rows"];
  busy: boolean;
  onChange: (at: number, reading: Reading) => void;
}) {
  const width = preview.rows[0]?.cells.length ?? preview.columns.length;
  const columns = preview.columns.slice(0, width);
  const more = preview.columns.length - columns.length;
  return (
    <>
      <ScrollBox
        label="Rows as they would be"
        aria-busy={busy}
        className="max-h-[46vh] overflow-auto rounded-md border"
      >
        <table className="text-xs">
          <thead className="sticky top-0 z-1 bg-raised">
            <tr>
              <th scope="col" className="border-b px-2 text-left font-medium text-ink-faint">
                Row
              </th>
              {columns.map((column, at) => (
                <Head key={column.name} column={column} onChange={(reading) => onChange(at, reading)} />
              ))}
            </tr>
          </thead>
          <tbody className={cx(busy && "opacity-60")}>
            {rows.map(({ row, cells, misfits }) => (
              <tr key={row} className="border-line/60 border-b last:border-b-0">
                <td className="px-2 text-ink-faint tabular-nums">{row.toLocaleString()}</td>
                {columns.map((column, at) => {
                  const misfit = misfits[String(at)];
                  const text = misfit ?? cellText(cells[at]);
                  return (
                    <td
                      key={column.name}
                      title={text.length > 20 ? text : undefined}
                      className={cx(
                        "h-7 max-w-52 truncate px-2",
                        misfit !== undefined && "bg-warning-soft text-warning",
                      )}
                    >
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {more > 0 && <p className="text-ink-faint text-xs">And {more.toLocaleString()} more columns.</p>}
    </>
  );
}

function Head({ column, onChange }: { column: Column; onChange: (reading: Reading) => void }) {
  const choices = choicesFor(column);
  return (
    <th scope="col" className="min-w-36 border-b px-2 py-1.5 text-left align-top font-medium">
      <span className="block max-w-48 truncate" title={column.header || column.name}>
        {column.name}
      </span>
      <select
        aria-label={`Type of ${column.name}`}
        value={readingKey(column.reading)}
        onChange={(event) => {
          const chosen = choices.find(({ reading }) => readingKey(reading) === event.target.value);
          if (chosen) onChange(chosen.reading);
        }}
        className="mt-1 h-7 w-full rounded-md border border-line-strong bg-raised px-1 font-normal text-xs"
      >
        {choices.map(({ label, reading }) => (
          <option key={readingKey(reading)} value={readingKey(reading)}>
            {label}
          </option>
        ))}
      </select>
      <Notes column={column} />
    </th>
  );
}

/** What doesn't fit, else what was guessed. */
function Notes({ column: { misfits, examples, notes, reading, found } }: { column: Column }) {
  if (misfits > 0) {
    const first = examples[0];
    return (
      <span className="mt-1 block max-w-48 font-normal text-warning">
        {misfits.toLocaleString()} {misfits === 1 ? "doesn't" : "don't"} fit
        {first && `, such as “${first.text}” in row ${first.row}`}
      </span>
    );
  }
  if (readingKey(reading) !== readingKey(found)) return null;
  return notes.map((note) => (
    <span key={note} className="mt-1 block max-w-48 font-normal text-ink-faint">
      {note}
    </span>
  ));
}
