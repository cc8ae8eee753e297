import { Options, type OptionPairs } from './options';

/** A labelled choice in a toolbar. */
export function FilterSelect(props: {
  readonly label: string;
  /** Its name where no label is shown. */
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: OptionPairs;
  /** Name of no choice; without it one is always chosen. */
  readonly any?: string;
}) {
  const { label, name, value, onChange, options, any } = props;
  return (
    <label className="flex items-center gap-1.5 text-ink2">
      {label}
      <select
        aria-label={name}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="h-7 max-w-60 rounded-md border bg-panel px-1.5 text-ink"
      >
        {any === undefined ? null : <option value="">{any}</option>}
        <Options of={options} />
      </select>
    </label>
  );
}
