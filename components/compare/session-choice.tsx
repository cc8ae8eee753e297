'use client';

import { useMemo, useState } from 'react';
import { SearchBox } from '@/components/ui/search-box';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted } from '@/lib/engine/base/format';
import type { SessionRow } from '@/lib/api/contract/contract';
import { useSessions } from '@/lib/api/queries/queries';

/** Most sessions offered at once. */
const OFFERED = 8;

/** One session of the library: those of the page first, then the newest, or what a search finds. */
export function SessionChoice(props: {
  readonly value: string | null;
  readonly known: readonly SessionRow[];
  readonly onChoose: (id: string) => void;
}) {
  const { value, known, onChoose } = props;
  const { list, arriving } = useSessions();
  const [query, setQuery] = useState('');
  const rows = list.data ?? arriving?.rows;
  const offered = useMemo(() => {
    const asked = query.trim().toLowerCase();
    const all = [...known, ...(rows ?? [])];
    const fitting =
      asked === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(asked));
    const some = new Map<string, SessionRow>();
    for (const row of fitting) {
      if (row.steps > 0) some.set(row.id, row);
      if (some.size === OFFERED) break;
    }
    return [...some.values()];
  }, [query, known, rows]);
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Session</legend>
      <SearchBox
        label="Search sessions"
        value={query}
        className="w-full"
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <div className="mt-1 max-h-52 overflow-y-auto rounded-md border border-line2">
        {offered.map(({ id, name, steps }) => (
          <label key={id} className="flex min-h-7 items-center gap-2 px-2 hover:bg-sel">
            <input
              type="radio"
              name="session"
              checked={id === value}
              onChange={() => onChoose(id)}
            />
            <span className="min-w-0 flex-1 truncate">
              <ForeignText text={name} />
            </span>
            <span className="text-sm text-ink3">{counted(steps, 'step')}</span>
          </label>
        ))}
        {offered.length === 0 ? (
          <p className="px-2 py-1 text-ink2">
            {rows === undefined ? 'Loading …' : 'No session has this name.'}
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}
