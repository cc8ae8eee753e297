'use client';

import { tuneClient } from '@/lib/worker/tune/tune-client';
import type { SweepEnd, SweepProgress, SweepSums, TuneAim } from '@/lib/worker/tune/tune-sweep';
import type { AlongSetting } from '@/lib/tuning/breakpoints/merged-plateaus';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { Coverage } from '@/lib/tuning/evidence/coverage';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { forgetLoaded } from './load-sessions';
import { useAttempts, type Start } from './use-attempts';

/** What a sweep computes. Equal inputs must be the same object. */
export interface SweepInput {
  readonly ids: readonly string[];
  readonly plan: SweepPlan;
  readonly aim: TuneAim;
  readonly preferred?: GivenPrices;
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
  /** The answer has its edges over every value. */
  readonly assured: boolean;
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
  assured: false,
  error: null,
};

/** Sweeps in the worker; a new input replaces the sweep that runs. */
export const useSweep = (input: SweepInput | null): Sweep => useAttempts(input, WAITING, start);

const start: Start<SweepInput, SweepState> = (input, signal, show) => {
  void run(input, signal, show);
};

async function run(
  input: SweepInput,
  signal: AbortSignal,
  show: (part: Partial<SweepState>) => void,
): Promise<void> {
  show({ status: 'running', error: null, end: null, along: [], assured: false });
  try {
    const end = await tuneClient.sweep(
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
    const { recommendation, words, along } = await tuneClient.call((tuner) => tuner.assure(signal));
    if (recommendation !== null)
      show({ along, assured: true, end: { ...end, recommendation, words } });
  } catch (error) {
    forgetLoaded();
    show({ status: 'failed', error: error instanceof Error ? error.message : String(error) });
  }
}
