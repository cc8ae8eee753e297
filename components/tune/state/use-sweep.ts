'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import { tuneClient } from '@/lib/host/worker/browser-client';
import type { SweepEnd, SweepProgress } from '@/lib/host/worker/tune/tune-client';
import type { SweepSums, TuneAim } from '@/lib/host/worker/tune/tune-messages';
import type { AlongSetting } from '@/lib/tuning/breakpoints/merged-plateaus';
import type { Coverage } from '@/lib/tuning/evidence/coverage';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { forgetLoaded } from './load-sessions';

/** What a sweep computes. Equal inputs must be the same object. */
export interface SweepInput {
  readonly ids: readonly string[];
  readonly plan: SweepPlan;
  readonly aim: TuneAim;
}

/** Where a sweep stands, and what it has found so far. */
export interface SweepState {
  /** The input that the rest belongs to. */
  readonly input: SweepInput | null;
  readonly status: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly progress: Omit<SweepProgress, 'sums'> | null;
  readonly sums: SweepSums | null;
  readonly coverage: Coverage | null;
  /** Only after the last cell of the grid. */
  readonly end: SweepEnd | null;
  /** Outcomes along each setting, some time after the end. */
  readonly along: readonly AlongSetting[];
  readonly error: string | null;
}

/** A sweep that can be stopped and resumed. */
export interface Sweep extends SweepState {
  readonly cancel: () => void;
  readonly resume: () => void;
}

const WAITING: SweepState = {
  input: null,
  status: 'waiting',
  progress: null,
  sums: null,
  coverage: null,
  end: null,
  along: [],
  error: null,
};

/** Sweeps in the worker; a new input replaces the sweep that runs. */
export function useSweep(input: SweepInput | null): Sweep {
  const [state, setState] = useState(WAITING);
  const [attempt, setAttempt] = useState(0);
  const [stop, setStop] = useState<AbortController | null>(null);
  useEffect(() => {
    if (input === null) return;
    const controller = new AbortController();
    setStop(controller);
    void run(input, controller, (change) =>
      startTransition(() =>
        setState((old) => change(old.input === input ? old : { ...WAITING, input })),
      ),
    );
    return () => controller.abort(REPLACED);
  }, [input, attempt]);
  return useMemo(
    () => ({
      ...(state.input === input ? state : WAITING),
      cancel: () => stop?.abort(),
      resume: () => setAttempt((old) => old + 1),
    }),
    [state, input, stop],
  );
}

/** Reason of an abort that nobody sees. */
const REPLACED = 'replaced';

async function run(
  input: SweepInput,
  { signal }: AbortController,
  change: (next: (old: SweepState) => SweepState) => void,
): Promise<void> {
  const show = (part: Partial<SweepState>): void => {
    if (signal.reason !== REPLACED) change((old) => ({ ...old, ...part }));
  };
  show({ status: 'running', error: null, end: null, along: [] });
  try {
    const end = await tuneClient().sweep(
      input,
      {
        onCovered: (coverage) => show({ coverage }),
        onAnswered: (answer) => show({ sums: answer.sums, end: answer }),
        onProgress: ({ sums, ...progress }) => show({ progress, ...(sums && { sums }) }),
      },
      signal,
    );
    const { done, total, ms, cancelled, sums } = end;
    const phase = 'rest';
    const progress = { done, total, ms, phase } as const;
    const answer = end.recommendation === null && cancelled ? null : end;
    show({ status: cancelled ? 'cancelled' : 'done', progress, sums, end: answer });
    if (cancelled || end.recommendation === null) return;
    // The answer stands; its edges and its assumptions take longer.
    const { recommendation, words, along } = await tuneClient().assure(signal);
    if (recommendation !== null) show({ along, end: { ...end, recommendation, words } });
  } catch (error) {
    forgetLoaded();
    show({ status: 'failed', error: error instanceof Error ? error.message : String(error) });
  }
}
