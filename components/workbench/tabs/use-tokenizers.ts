'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Encoding } from '@/lib/engine/tokens/text/text-estimators';
import { tokenizerClient } from '@/lib/worker/clients/tokenizers';
import type { TokenizerResult } from '@/lib/worker/tokenizer-messages';
import { useWorkbench } from '../state/use-workbench';

/** Progress of one tokenizer on the session. */
export interface TokenizerRun {
  readonly state: 'idle' | 'running' | 'counted';
  /** Entries counted and their total; 0 of 0 while the tokenizer loads. */
  readonly done: number;
  readonly total: number;
  readonly result: TokenizerResult | null;
  /** Error of the last run; null for none. */
  readonly error: string | null;
}

const idle: TokenizerRun = { state: 'idle', done: 0, total: 0, result: null, error: null };

type Runs = Readonly<Record<string, TokenizerRun>>;

/** Runs the tokenizers over the open session; earlier counts are reused. */
export function useTokenizers() {
  const { record, store } = useWorkbench();
  const session = record.row.id;
  // A live session grows, and a prefix may be attached: earlier counts are then stale.
  const { entryCount, head } = store.session.profile;
  const version = `${entryCount} ${head.compactions.length} ${record.attachedPrefix?.attachedAt ?? 0}`;
  const state = `${session} ${version}`;
  const [runs, setRuns] = useState<Runs>({});
  const stops = useRef(new Map<string, AbortController>());

  // Stop runs whose result nobody will read.
  useEffect(() => {
    const open = stops.current;
    return () => {
      for (const stop of open.values()) stop.abort();
      open.clear();
    };
  }, [state]);

  const count = useCallback(
    (encoding: Encoding): void => {
      const key = `${encoding} ${state}`;
      const stop = new AbortController();
      stops.current.set(key, stop);
      const show = (run: Partial<TokenizerRun>): void =>
        setRuns((all) => ({ ...all, [key]: { ...idle, ...run } }));
      show({ state: 'running' });
      const job = { origin: window.location.origin, session, version, encoding };
      tokenizerClient()
        .run(job, {
          signal: stop.signal,
          onProgress: (done, total) => show({ state: 'running', done, total }),
        })
        .then((result) => {
          if (result === null) show({});
          else if (fits(result, entryCount)) show({ state: 'counted', result });
          else show({ error: 'The session has grown meanwhile. Reload and count again.' });
        })
        .catch((error: unknown) => show({ error: error instanceof Error ? error.message : '' }));
    },
    [entryCount, session, state, version],
  );

  return useMemo(
    () => ({
      of: (encoding: Encoding): TokenizerRun => {
        const run = runs[`${encoding} ${state}`];
        if (run && run.state !== 'idle') return run;
        const known = tokenizerClient().known({ session, version, encoding });
        if (known && fits(known, entryCount)) return { ...idle, state: 'counted', result: known };
        return run ?? idle;
      },
      count,
      cancel: (encoding: Encoding) => stops.current.get(`${encoding} ${state}`)?.abort(),
    }),
    [count, entryCount, runs, session, state, version],
  );
}

const fits = ({ counts }: TokenizerResult, entries: number): boolean =>
  counts.every((one) => one.entries.length === entries);
