'use client';

import { createContext, useContext, useMemo } from 'react';
import { sourceLabel, type SourceLabel } from '@/lib/api/contract/session-filter';

/** Names of formats by importer, from the server's registry. */
export const SourceNames = createContext<Readonly<Record<string, string>>>({});

/** Names sources by the page's formats. */
export function useSourceLabel(): SourceLabel {
  const names = useContext(SourceNames);
  return useMemo(() => sourceLabel(names), [names]);
}
