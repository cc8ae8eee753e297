'use client';

import type { RunningToday } from '@/lib/analysis/fit/opened/running-today';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import type { TodayTask } from '@/lib/worker/tune/tuner';
import { forgetLoaded } from './load-sessions';
import { useAttempts, type Start } from './use-attempts';

interface RunningState {
  /** The input that the rest belongs to. */
  readonly input: TodayTask | null;
  readonly today: RunningToday | null;
  readonly error: string | null;
}

/** What runs today in a row; null until it is fitted. */
export type Running = RunningState & { readonly resume: () => void };

const WAITING: RunningState = { input: null, today: null, error: null };

/** Fits what runs today in the worker; a new input replaces the one before, null asks nothing. */
export const useRunning = (input: TodayTask | null): Running => useAttempts(input, WAITING, fit);

const fit: Start<TodayTask, RunningState> = (input, signal, show) => {
  show({ error: null });
  tuneClient
    .call((tuner) => tuner.today(input, signal))
    .then(
      (today) => show({ today }),
      (error: unknown) => {
        forgetLoaded();
        show({ error: error instanceof Error ? error.message : String(error) });
      },
    );
};
