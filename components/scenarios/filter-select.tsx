/** A choice in a toolbar: its name stands before it. */
export function FilterSelect({
  label,
  value,
  onChange,
  options,
  any,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Values and what they are called. */
  readonly options: readonly (readonly [value: string, text: string])[];
  /** What no choice is called; without it there is always one. */
  readonly any?: string;
}) {
  return (
    <label className="flex items-center gap-1.5 text-ink2">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="h-7 max-w-60 rounded-md border bg-panel px-1.5 text-ink"
      >
        {any === undefined ? null : <option value="">{any}</option>}
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
