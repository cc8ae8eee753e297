'use client';

import { Options, type OptionPairs } from '@/components/ui/options';
import { SearchBox } from '@/components/ui/search-box';
import { filterOptions, type ScenarioFilter } from './scenario-filter';

const names = { window: 'Window', family: 'Family', source: 'Source', note: 'Notes' } as const;

/** Search and filters over the library's scenarios. */
export function FilterBar(props: {
  readonly filter: ScenarioFilter;
  readonly onChange: (filter: ScenarioFilter) => void;
}) {
  const { filter, onChange } = props;
  return (
    <>
      <SearchBox
        label="Search scenarios"
        value={filter.q}
        onChange={(event) => onChange({ ...filter, q: event.currentTarget.value })}
        className="w-48 pr-2 max-md:w-40"
      />
      {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
        <FilterSelect
          key={name}
          label={names[name]}
          value={filter[name]}
          any="any"
          options={filterOptions[name]}
          onChange={(value) => onChange({ ...filter, [name]: value })}
        />
      ))}
    </>
  );
}

/** A labelled choice in a toolbar. */
export function FilterSelect(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: OptionPairs;
  /** Name of no choice; without it one is always chosen. */
  readonly any?: string;
}) {
  const { label, value, onChange, options, any } = props;
  return (
    <label className="flex items-center gap-1.5 text-ink2">
      {label}
      <select
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
