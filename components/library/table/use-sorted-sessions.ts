'use client';

import { useMemo } from 'react';
import type { SessionRow } from '@/lib/api/contract/contract';
import {
  passing,
  queryWords,
  searchedText,
  type SourceLabel,
} from '@/lib/api/contract/session-filter';
import { sortedBy } from '@/lib/engine/base/sorted-by';
import type { LibraryView } from '../library-view';
import { sortValues } from './session-columns';
import { useSourceLabel } from './source-label';

const searched = new WeakMap<SessionRow, string>();

function textOf(row: SessionRow, label: SourceLabel): string {
  const known = searched.get(row);
  if (known !== undefined) return known;
  const text = searchedText(row, label);
  searched.set(row, text);
  return text;
}

/** True for a row that holds every word in name, file, source, agent, model or lane. */
export const holdsWords = (
  row: SessionRow,
  words: readonly string[],
  label: SourceLabel,
): boolean => words.every((word) => textOf(row, label).includes(word));

/** Sessions sorted by a column, then filtered, then searched: typing does not sort again. */
export function useSortedSessions(
  rows: readonly SessionRow[],
  { filter, sort }: Pick<LibraryView, 'filter' | 'sort'>,
  /** Ids of a frozen list; null for every session. */
  members: ReadonlySet<string> | null,
): readonly SessionRow[] {
  const label = useSourceLabel();
  const sorted = useMemo(
    () => sortedBy(rows, sortValues(label)[sort.column], sort),
    [rows, label, sort],
  );
  return useMemo(() => {
    const words = queryWords(filter.query);
    const passes = passing(filter, label);
    return sorted.filter(
      (row) =>
        (members === null || members.has(row.id)) && passes(row) && holdsWords(row, words, label),
    );
  }, [sorted, filter, members, label]);
}
