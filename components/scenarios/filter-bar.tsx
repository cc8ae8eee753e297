'use client';

import { Search } from 'lucide-react';
import { FilterSelect } from './filter-select';
import { filterOptions, type ScenarioFilter } from './scenario-filter';

const names = { window: 'Window', family: 'Family', source: 'Source', note: 'Notes' } as const;

/** Search and filters over the library's scenarios. */
export function FilterBar({
  filter,
  onChange,
}: {
  readonly filter: ScenarioFilter;
  readonly onChange: (filter: ScenarioFilter) => void;
}) {
  return (
    <>
      <label className="relative">
        <span className="sr-only">Search scenarios</span>
        <Search
          size={14}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink3"
        />
        <input
          type="search"
          value={filter.q}
          placeholder="Search"
          onChange={(event) => onChange({ ...filter, q: event.currentTarget.value })}
          className="h-7 w-48 rounded-md border bg-panel pr-2 pl-7 placeholder:text-ink3 max-md:w-40"
        />
      </label>
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
