'use client';

import { FilterSelect } from '@/components/ui/filter-select';
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
