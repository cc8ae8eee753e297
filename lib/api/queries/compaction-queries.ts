'use client';

import { useMemo } from 'react';
import type { RecordedCompaction } from '@/lib/engine/session/schema';
import { unpackShapes, type EntryShape } from '@/lib/engine/tokens/text/part-shapes';
import { path } from '../client';
import {
  compactionListSchema,
  excerptsSchema,
  shapesSchema,
} from '../contract/workbench/compaction-contract';
import { useAnswer } from './use-answer';

const NONE: readonly RecordedCompaction[] = [];

/** The recorded compactions of a session with their summaries; none while they are fetched. */
export function useRecordedCompactions(id: string) {
  const url = path`/api/sessions/${id}/recorded-compactions`;
  const answer = useAnswer(['compactions', id], compactionListSchema, url, { staleTime: Infinity });
  return {
    recorded: answer.data?.compactions ?? NONE,
    error: answer.error,
    known: answer.isSuccess,
  };
}

/** Sizes of every entry's parts; null while they are fetched. */
export function useShapes(id: string): readonly EntryShape[] | null {
  const url = path`/api/sessions/${id}/shapes`;
  const { data } = useAnswer(['shapes', id], shapesSchema, url, { staleTime: Infinity });
  return useMemo(() => (data === undefined ? null : unpackShapes(data)), [data]);
}

/** What a mechanical summary quotes of the entries before `to`. */
export const useExcerpts = (id: string, to: number, enabled: boolean) =>
  useAnswer(
    ['excerpts', id, to],
    excerptsSchema,
    path`/api/sessions/${id}/excerpts?from=0&to=${to}`,
    { enabled: enabled && to > 0, staleTime: Infinity },
  );
