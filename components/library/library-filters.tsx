'use client';

import { useMemo } from 'react';
import { FilterSelect } from '@/components/ui/filter-select';
import type { SessionRow } from '@/lib/host/api/contract/contract';
import type { LibraryView } from './library-view';
import { filterOptions, type SessionFilter } from './session-filter';
import { useSourceLabel } from './table/source-label';

const events = [
  ['recorded', 'recorded compactions'],
  ['replayed', 'replayed compactions'],
  ['overflow', 'overflow'],
] as const;

/** Choices of sessions beside the search, and the grouping of files. */
export function LibraryFilters(props: {
  readonly rows: readonly SessionRow[];
  readonly view: LibraryView;
  readonly onChange: (part: Partial<LibraryView>) => void;
}) {
  const { rows, view, onChange } = props;
  const label = useSourceLabel();
  const options = useMemo(() => filterOptions(rows, label), [rows, label]);
  const { source, model, events: chosen, grouped, query } = view;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1.5 border-b px-4 py-1.5">
      <FilterSelect
        label="Source"
        value={source}
        any="any"
        options={options.source}
        onChange={(next) => onChange({ source: next })}
      />
      <FilterSelect
        label="Model"
        value={model}
        any="any"
        options={options.model}
        onChange={(next) => onChange({ model: next })}
      />
      <FilterSelect
        label="With"
        value={chosen}
        any="any"
        options={events}
        onChange={(next) => onChange({ events: next as SessionFilter['events'] })}
      />
      <label className="ml-auto flex min-h-6 items-center gap-1.5 text-ink2">
        <input
          type="checkbox"
          checked={grouped}
          disabled={query !== ''}
          onChange={(event) => onChange({ grouped: event.currentTarget.checked })}
        />
        Group by file
      </label>
    </div>
  );
}
