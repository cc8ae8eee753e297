'use client';

import { createContext, useContext, useMemo } from 'react';
import type { SessionRow } from '@/lib/host/api/contract/contract';

/** Names of formats by importer, from the server's registry. */
export const SourceNames = createContext<Readonly<Record<string, string>>>({});

/** Names the source of a session. */
export type SourceLabel = (row: Pick<SessionRow, 'format' | 'agent'>) => string;

/**
 * Name of a session's format: the importer's, else its id; for a mapped format, the mapping's name.
 */
export const sourceLabel =
  (names: Readonly<Record<string, string>>): SourceLabel =>
  ({ format, agent }) => {
    if (format === 'mapped') return agent;
    return format === 'scenario' ? 'Generated' : (names[format] ?? format);
  };

/** Names sources by the page's formats. */
export function useSourceLabel(): SourceLabel {
  const names = useContext(SourceNames);
  return useMemo(() => sourceLabel(names), [names]);
}
