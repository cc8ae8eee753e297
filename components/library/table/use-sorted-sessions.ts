'use client';

import { useMemo } from 'react';
import type { SessionRow } from '@/lib/host/api/contract/contract';
import { sortedBy } from '@/lib/base/sorted-by';
import type { LibraryView } from '../library-view';
import { passes } from '../session-filter';
import { sortValues } from './session-columns';
import type { SourceLabel } from '@/lib/host/api/contract/session-filter';
import { useSourceLabel } from './source-label';

const haystacks = new WeakMap<SessionRow, string>();

function haystackOf(row: SessionRow, label: SourceLabel): string {
  const known = haystacks.get(row);
  if (known !== undefined) return known;
  const { name, file, agent, model, lane } = row;
  const text = [name, file, agent, model ?? '', lane, label(row)].join('\n').toLowerCase();
  haystacks.set(row, text);
  return text;
}

/** The words of a query, in lower case. */
export const queryWords = (query: string): readonly string[] =>
  query.toLowerCase().split(/\s+/).filter(Boolean);

/** True for a row that holds every word in name, file, source, agent, model or lane. */
export const holdsWords = (
  row: SessionRow,
  words: readonly string[],
  label: SourceLabel,
): boolean => words.every((word) => haystackOf(row, label).includes(word));

/** Sessions sorted by a column, then filtered, then searched: typing does not sort again. */
export function useSortedSessions(
  rows: readonly SessionRow[],
  { query, sort, source, model, events }: LibraryView,
): readonly SessionRow[] {
  const label = useSourceLabel();
  const sorted = useMemo(
    () => sortedBy(rows, sortValues(label)[sort.column], sort),
    [rows, label, sort],
  );
  return useMemo(() => {
    const words = queryWords(query);
    const filter = { source, model, events };
    return sorted.filter((row) => passes(row, filter, label) && holdsWords(row, words, label));
  }, [sorted, query, source, model, events, label]);
}
