'use client';

import { useMemo } from 'react';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import type { WorkProgress } from '@/lib/worker/tune/tune-figures';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import {
  figureSums,
  type FigureResults,
  type FigureSums,
} from '@/lib/tuning/figures/figure-results';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import type { SweepCell } from '@/lib/tuning/sweep/plan';
import type { TuneView } from './tune-view';
import { useAttempts, type Start } from './use-attempts';
import type { TuneCorpusState } from './use-corpus';
import type { Sweep } from './use-sweep';
import type { TuneSetup } from './tune-setup';

interface FigureInput {
  readonly figure: FigureId;
  readonly prices: GivenPrices;
  readonly cells: readonly SweepCell[];
}

interface FigureState {
  readonly input: FigureInput | null;
  readonly progress: WorkProgress | null;
  readonly results: FigureResults | null;
  /** Milliseconds of work. */
  readonly ms: number;
  readonly error: string | null;
}

const WAITING: FigureState = { input: null, progress: null, results: null, ms: 0, error: null };

const start: Start<FigureInput, FigureState> = (input, signal, show) => {
  const { figure, prices, cells } = input;
  show({ error: null });
  tuneClient
    .figures({ figures: [figure], prices, cells }, (progress) => show({ progress }), signal)
    .then(
      ({ results, ms }) => show({ results, ms }),
      (error: unknown) => show({ error: error instanceof Error ? error.message : String(error) }),
    );
};

/** A figure of a sweep's cells, added up over the recorded sessions; generated ones where none is recorded. */
export interface ShownFigure {
  readonly id: FigureId;
  readonly progress: WorkProgress | null;
  readonly error: string | null;
  readonly ms: number;
  /** Of the cells of the grid or the sample; null until they are computed. */
  readonly sums: FigureSums | null;
  /** Of the policies compared by window, in the order of the plan. */
  readonly beside: FigureSums | null;
  /** Of each session under every cell of the sweep. */
  readonly results: FigureResults | null;
}

/** Computes the view's figure in the worker once the sweep has ended; null where none is asked for. */
export function useFigures(
  { figure, prices }: Pick<TuneView, 'figure' | 'prices'>,
  { tune }: Pick<TuneSetup, 'tune'>,
  { status, end }: Sweep,
  sessions: TuneCorpusState['sessions'],
): ShownFigure | null {
  const grid = status === 'done' ? (end?.sums.grid.cells ?? null) : null;
  const input = useMemo((): FigureInput | null => {
    if (figure === null || grid === null) return null;
    const beside = sweepCells(tune.plan).filter(({ column }) => column > 0);
    return { figure, prices, cells: [...grid, ...beside] };
  }, [figure, prices, grid, tune.plan]);
  const { progress, results, ms, error } = useAttempts(input, WAITING, start);
  return useMemo(() => {
    if (figure === null) return null;
    const rows = [...sessions.keys()];
    const recorded = rows.filter((row) => sessions[row]?.facts.generated === false);
    const shown = recorded.length > 0 ? recorded : rows;
    const sums = results === null ? null : figureSums(results, figure, shown);
    const beside = sums === null ? null : { ...sums, sums: sums.sums.subarray(grid?.length ?? 0) };
    return { id: figure, progress, error, ms, sums, beside, results };
  }, [figure, sessions, progress, results, ms, error, grid]);
}
