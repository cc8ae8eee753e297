'use client';

import type { ReactNode } from 'react';
import { FindingsProvider, useJudged } from './use-findings';

/** Asks the detectors once for all panels inside. */
export function FindingsAround({ children }: { readonly children: ReactNode }) {
  return <FindingsProvider value={useJudged()}>{children}</FindingsProvider>;
}
