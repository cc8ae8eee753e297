'use client';

import { useMemo } from 'react';
import { dragWords } from '../model/drag-words';
import { changeOf, decidingRows, type DecidingRow } from '../model/deciding-rows';
import type { AxisCells } from '../model/decides';
import { decidesWords } from '../model/decides';
import { totalsAt } from '@/lib/tuning/sweep/sweep-results';
import type { SweepCell } from '@/lib/tuning/sweep/plan';
import { axisScale } from './axes';
import { valueText } from './axis-text';
import type { SetupAxis, TuneSetup } from './tune-setup';
import type { TuneCorpusState } from './use-corpus';
import type { Sweep } from './use-sweep';
import { useTotals } from './use-totals';
import type { Tried } from './use-tune';

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
    const shown = triedOfCell(setup, totals.cells[THEN]);
    return { rows, tried: shown, words: wordsOf(setup, shown, rows, tight) };
  }, [totals, decided, sessions, setup]);
}

const inOrder = ({ y }: TuneSetup, tried: Tried): readonly number[] =>
  y === null ? [tried.x] : [tried.y, tried.x];

function triedOfCell({ y }: TuneSetup, cell: SweepCell | undefined): Tried {
  const [first = NaN, second = NaN] = cell?.values ?? [];
  return y === null ? { x: first, y: 0 } : { x: second, y: first };
}

/** Today's cell, the tried one, and one step of each changed setting nearer to today's. */
function threeCells(setup: TuneSetup, tried: Tried): readonly SweepCell[] {
  const { x, y } = setup;
  const around = setup.under ?? setup.common ?? x.today;
  const nearer = (axis: SetupAxis, value: number): number => {
    const { step } = axisScale(axis.field, around);
    const off = axis.today - value;
    const next = value + Math.sign(off) * Math.min(Math.abs(off), step);
    return Math.round(next * 1e6) / 1e6;
  };
  const today = { x: x.today, y: y?.today ?? 0 };
  const near = { x: nearer(x, tried.x), y: y === null ? 0 : nearer(y, tried.y) };
  return [today, tried, near].map((values) => ({ column: 0, values: inOrder(setup, values) }));
}

/** The cells of both axes through today's place. */
function axisLines(setup: TuneSetup): {
  readonly cells: readonly SweepCell[];
  readonly axes: readonly AxisCells[];
} {
  const { x, y } = setup;
  const today = { x: x.today, y: y?.today ?? 0 };
  const line = (axis: SetupAxis, key: keyof Tried): readonly SweepCell[] =>
    axis.axis.values.map((value) => ({
      column: 0,
      values: inOrder(setup, { ...today, [key]: value }),
    }));
  const part = ({ field, axis, today: own }: SetupAxis, first: number): AxisCells => ({
    field,
    values: axis.values,
    today: axis.values.indexOf(own),
    first,
  });
  if (y === null) return { cells: line(x, 'x'), axes: [part(x, 0)] };
  const rows = line(y, 'y');
  return { cells: [...rows, ...line(x, 'x')], axes: [part(y, 0), part(x, rows.length)] };
}

function wordsOf(
  { x, y }: TuneSetup,
  tried: Tried,
  rows: readonly DecidingRow[],
  tight: ReadonlySet<string>,
): readonly string[] {
  const changed = [
    ...(y !== null && tried.y !== y.today ? [[y, tried.y] as const] : []),
    ...(tried.x === x.today ? [] : [[x, tried.x] as const]),
  ];
  if (changed.length === 0) return [];
  const text = ([{ field }, value]: readonly [SetupAxis, number]): string =>
    `${field.short.toLowerCase()} ${valueText(field, value)}`;
  return dragWords({
    tried: changed.map(text).join(', '),
    keep: changed.map(([axis]) => text([axis, axis.today])).join(', '),
    rows,
    tight,
  });
}
