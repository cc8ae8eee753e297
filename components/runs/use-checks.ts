'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '@/lib/api/api-error';
import type { RunCheckAnswer } from '@/lib/api/contract/run-contract';
import { checkRun } from '@/lib/api/queries/run-queries';

/** A run's check: under way, its answer, or why there is none. */
export type CheckState =
  | { readonly kind: 'running' }
  | { readonly kind: 'answer'; readonly check: RunCheckAnswer }
  | { readonly kind: 'fault'; readonly message: string };

/** Checks of the list's runs, by id, and what begins them. */
export interface Checks {
  readonly of: ReadonlyMap<string, CheckState>;
  readonly running: number;
  /** Replays these runs one after the other, so that no server is asked for all at once. */
  readonly check: (ids: readonly string[]) => void;
}

/** Checks that live as long as the page. */
export function useChecks(): Checks {
  const [of, setOf] = useState<ReadonlyMap<string, CheckState>>(new Map());
  const waiting = useRef<string[]>([]);
  const busy = useRef(false);
  const ended = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    ended.current = controller;
    return () => controller.abort();
  }, []);
  const set = useCallback(
    (id: string, state: CheckState): void => setOf((old) => new Map(old).set(id, state)),
    [],
  );
  const work = useCallback(async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const { signal } = ended.current;
    for (let id = waiting.current.shift(); id !== undefined; id = waiting.current.shift()) {
      const state = await checkRun(id, signal).then(
        (check): CheckState => ({ kind: 'answer', check }),
        (error: ApiError): CheckState => ({ kind: 'fault', message: error.message }),
      );
      if (signal.aborted) break;
      set(id, state);
    }
    busy.current = false;
  }, [set]);
  const check = useCallback(
    (ids: readonly string[]): void => {
      for (const id of ids) {
        if (waiting.current.includes(id)) continue;
        waiting.current.push(id);
        set(id, { kind: 'running' });
      }
      void work();
    },
    [set, work],
  );
  const running = [...of.values()].filter(({ kind }) => kind === 'running').length;
  return { of, running, check };
}
