import type { ImportUpload, UploadPreview } from "@/lib/sources/schema";

type Option<T extends string> = { value: T; label: string };

function Options<T extends string>({
  name,
  legend,
  value,
  options,
  onChange,
}: {
  name: string;
  legend: string;
  value: T;
  options: Option<T>[];
  onChange: (value: T) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-muted text-xs">{legend}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map((option) => (
          <label key={option.value} className="flex items-center gap-1.5 text-sm">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="accent-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Misfits = NonNullable<ImportUpload["misfits"]>;

/** What becomes of values that don't fit their column's type. */
export function MisfitChoice({ value, onChange }: { value: Misfits; onChange: (value: Misfits) => void }) {
  return (
    <Options
      name="misfits"
      legend="What doesn't fit"
      value={value}
      onChange={onChange}
      options={[
        { value: "text", label: "Keep the column as text" },
        { value: "null", label: "Make it NULL" },
        { value: "leave_out", label: "Leave the row out" },
      ]}
    />
  );
}

/** A table of that name is there: the file may be its new version, and then some columns may go. */
export function TargetChoice({
  preview,
  existing,
  replace,
  onChange,
}: {
  preview: UploadPreview;
  existing: NonNullable<UploadPreview["existing"]>;
  replace: boolean;
  onChange: (replace: boolean) => void;
}) {
  const names = new Set(preview.columns.map(({ name }) => name));
  const gone = existing.columns.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  return (
    <div>
      <Options
        name="target"
        legend={`There is a table ${existing.name} already`}
        value={replace ? "replace" : "both"}
        onChange={(value) => onChange(value === "replace")}
        options={[
          { value: "replace", label: "A new version of it" },
          { value: "both", label: "A table beside it" },
        ]}
      />
      {replace && gone.length > 0 && (
        <p className="mt-1 text-warning text-xs">
          {gone.length === 1 ? "A column goes: " : "Columns go: "}
          {gone.slice(0, 12).join(", ")}
          {gone.length > 12 && ` and ${gone.length - 12} more`}. Queries that use it stop running, and are
          named afterwards.
        </p>
      )}
    </div>
  );
}
