'use client';

import { useEffect, useRef, useState } from 'react';
import { tuneClient } from '@/lib/worker/clients/tuning';
import type { SweepCell } from '@/lib/tuning/sweep/plan';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';

/** Totals of the sessions of the latest sweep under some cells. */
interface Totals {
  readonly cells: readonly SweepCell[];
  readonly results: SweepResults;
}

/**
 * Replays the sessions of the latest sweep under cells of its plan, while a value is dragged as well: one
 * request is under way, and of those that wait only the newest is sent. `key` names the sweep; an
 * answer may be of an earlier drag, `cells` says of which.
 */
export function useTotals(key: unknown, cells: readonly SweepCell[] | null): Totals | null {
  const [totals, setTotals] = useState<(Totals & { readonly key: unknown }) | null>(null);
  const waiting = useRef<(() => void) | null>(null);
  const busy = useRef(false);
  useEffect(() => {
    if (cells === null || key === null) return;
    let gone = false;
    const ask = (): void => {
      if (gone) return next();
      busy.current = true;
      void tuneClient()
        .cells(cells, new AbortController().signal)
        // A sweep that ends in an error says so itself.
        .then(
          (results) => setTotals({ key, cells, results }),
          () => undefined,
        )
        .finally(next);
    };
    const next = (): void => {
      busy.current = false;
      const one = waiting.current;
      waiting.current = null;
      one?.();
    };
    if (busy.current) waiting.current = ask;
    else ask();
    return () => {
      gone = true;
    };
  }, [key, cells]);
  return totals?.key === key ? totals : null;
}
