'use client';

import { useMemo } from 'react';
import { dragWords } from '../model/drag-words';
import { changeOf, decidingRows, type DecidingRow } from '../model/deciding-rows';
import type { AxisCells } from '../model/decides';
import { decidesWords } from '../model/decides';
import { totalsAt } from '@/lib/tuning/sweep/sweep-results';
import type { SweepCell } from '@/lib/tuning/sweep/plan';
import { axisScale } from './axes';
import { valueText } from '@/lib/engine/policy/setting-text';
import { todayValues, type SetupAxis, type Tried, type TuneSetup } from './tune-setup';
import type { TuneCorpusState } from './use-corpus';
import type { Sweep } from './use-sweep';
import { useTotals } from './use-totals';

/** A row with the setting that decides it. */
export interface DecidedRow extends DecidingRow {
  /** '' where no setting changes it. */
  readonly decides: string;
}

/** Sessions under today's and under other settings. */
export interface Deciding {
  readonly rows: readonly DecidedRow[];
  /** The values that the rows belong to: those of an earlier frame while a drag goes on. */
  readonly tried: Tried;
  /** What the tried values do, in clauses. */
  readonly words: readonly string[];
}

const TODAY = 0;
const THEN = 1;
const NEARER = 2;

/** Replays the corpus under the tried values; null before the first answer. */
export function useDeciding(
  setup: TuneSetup,
  corpus: TuneCorpusState,
  sweep: Sweep,
  tried: Tried,
): Deciding | null {
  const isSwept = sweep.input !== null && sweep.status !== 'failed' && sweep.status !== 'waiting';
  const cells = useMemo(() => (isSwept ? threeCells(setup, tried) : null), [isSwept, setup, tried]);
  const totals = useTotals(sweep.input, cells);
  const lines = useMemo(() => axisLines(setup), [setup]);
  const isAnswered = sweep.end !== null;
  const across = useTotals(isAnswered ? sweep.input : null, isAnswered ? lines.cells : null);
  const { sessions } = corpus;
  const decided = useMemo(
    () =>
      across?.results.sessions === sessions.length
        ? sessions.map((_, row) => decidesWords(across.results, row, lines.axes))
        : [],
    [across, lines, sessions],
  );
  return useMemo(() => {
    if (totals?.results.sessions !== sessions.length) return null;
    const { results } = totals;
    const indexes = new Map(sessions.map(({ facts }, row) => [facts.id, row]));
    const rows = decidingRows(sessions, results, { today: TODAY, then: THEN }).map(
      (row): DecidedRow => {
        const index = indexes.get(row.session.facts.id) ?? -1;
        return { ...row, decides: decided[index] ?? '' };
      },
    );
    const tight = new Set(
      rows
        .filter((row) => {
          const index = indexes.get(row.session.facts.id) ?? -1;
          const nearer = totalsAt(results, index, NEARER);
          return nearer !== null && changeOf(row.today, nearer) !== 'saved';
        })
        .map(({ session }) => session.facts.id),
    );
    const shown = totals.cells[THEN]?.values ?? [];
    return { rows, tried: shown, words: triedClauses(setup, shown, rows, tight) };
  }, [totals, decided, sessions, setup]);
}

/** Today's cell, the tried one, and one step of each changed setting nearer to today's. */
function threeCells(setup: TuneSetup, tried: Tried): readonly SweepCell[] {
  const { axes, around } = setup;
  const nearer = (axis: SetupAxis, value: number): number => {
    const { step } = axisScale(axis.field, around);
    const off = axis.today - value;
    const next = value + Math.sign(off) * Math.min(Math.abs(off), step);
    return Math.round(next * 1e6) / 1e6;
  };
  const near = axes.map((axis, at) => nearer(axis, tried[at] ?? axis.today));
  return [todayValues(setup), tried, near].map((values) => ({ column: 0, values }));
}

/** The cells of each axis through today's place. */
function axisLines(setup: TuneSetup): {
  readonly cells: readonly SweepCell[];
  readonly axes: readonly AxisCells[];
} {
  const today = todayValues(setup);
  const cells: SweepCell[] = [];
  const axes = setup.axes.map(({ field, axis: { values } }, at): AxisCells => {
    const own = values.map((_, index) => cells.length + index);
    cells.push(...values.map((value) => ({ column: 0, values: today.with(at, value) })));
    return { field, values, today: values.indexOf(today[at] ?? NaN), cells: own };
  });
  return { cells, axes };
}

/** What the tried values do, in clauses; `tight` are sessions that fail again a step nearer to today's. */
export function triedClauses(
  { axes }: TuneSetup,
  tried: Tried,
  rows: readonly DecidingRow[],
  tight: ReadonlySet<string>,
): readonly string[] {
  const changed = axes.flatMap((axis, at) => {
    const value = tried[at] ?? axis.today;
    return value === axis.today ? [] : [{ axis, value }];
  });
  if (changed.length === 0) return [];
  const text = ({ field }: SetupAxis, value: number): string =>
    `${field.short.toLowerCase()} ${valueText(field, value)}`;
  return dragWords({
    tried: changed.map(({ axis, value }) => text(axis, value)).join(', '),
    keep: changed.map(({ axis }) => text(axis, axis.today)).join(', '),
    rows,
    tight,
  });
}
