import { cellAt } from '../region/cell-space';
import { intAt } from '@/lib/engine/base/read';
import type { Choice } from './choice';
import { clustersOf, steadyChoice } from './steady';
import { binomialInterval, type Interval } from './intervals';
import { openCells, regionOf, sumsOf, unavoidableOf, type TuneField } from './tune-field';

/** Trials of which some failed, with the exact interval of the rate. */
export interface Rate extends Interval {
  readonly hits: number;
  readonly n: number;
}

/** What settings tuned on one part of a corpus do to the other part. */
export interface HoldOut {
  readonly by: 'time' | 'session';
  readonly trained: number;
  readonly tested: number;
  /** Sessions without a time, which a split by time leaves out. */
  readonly untimed: number;
  /** Milliseconds since 1970 from which sessions are held out; null for a split by session. */
  readonly from: number | null;
  /** Proposed from the trained sessions alone. */
  readonly choice: Choice;
  /** Held-out sessions near a threshold that overflow or loop under that proposal. */
  readonly failed: Rate;
  /** The same, sessions of one cluster counted once. */
  readonly clusters: Rate;
  /** Some setting within the limit makes a held-out session fail; else the test cannot fail. */
  readonly canFail: boolean;
  /** Tokens left unused per compaction under the proposal and under today's settings. */
  readonly unused: { readonly proposed: number; readonly today: number };
}

/** Share of the clusters that is held out. */
const HELD_OUT = 1 / 3;

/**
 * Tunes on the earlier sessions and tests on the later ones. Clusters stay whole: one belongs where
 * its first session does. Null where fewer than two clusters have times.
 */
export function holdOutByTime(field: TuneField, rows: readonly number[]): HoldOut | null {
  const timed = rows.filter((row) => (field.sessions[row]?.facts.startedAt ?? null) !== null);
  const starts = clustersOf(field, timed)
    .map((cluster) => ({ cluster, from: Math.min(...cluster.map((row) => startOf(field, row))) }))
    .sort((a, b) => a.from - b.from);
  const split = starts.length - Math.max(1, Math.round(starts.length * HELD_OUT));
  const later = starts[split];
  if (split < 1 || later === undefined) return null;
  return tested(field, {
    by: 'time',
    train: starts.slice(0, split).flatMap(({ cluster }) => cluster),
    test: starts.slice(split).flatMap(({ cluster }) => cluster),
    untimed: rows.length - timed.length,
    from: later.from,
  });
}

/** The same with every third cluster held out, in the order of their hashes: no time decides. */
export function holdOutBySession(field: TuneField, rows: readonly number[]): HoldOut | null {
  const clusters = [...clustersOf(field, rows)].sort((a, b) =>
    keyOf(field, a) < keyOf(field, b) ? -1 : 1,
  );
  if (clusters.length < 2) return null;
  const part = (held: boolean): readonly number[] =>
    clusters.filter((_, i) => (i % 3 === 1) === held).flat();
  const split = { train: part(false), test: part(true), untimed: 0, from: null };
  return tested(field, { by: 'session', ...split });
}

const startOf = ({ sessions }: TuneField, row: number): number =>
  sessions[row]?.facts.startedAt ?? Infinity;

/** The smallest content hash of a cluster: an order that does not depend on names or arrival. */
const keyOf = ({ sessions }: TuneField, rows: readonly number[]): string =>
  rows.map((row) => sessions[row]?.facts.hash ?? '').reduce((a, b) => (a < b ? a : b));

interface Split extends Pick<HoldOut, 'by' | 'untimed' | 'from'> {
  readonly train: readonly number[];
  readonly test: readonly number[];
}

function tested(field: TuneField, { train, test, ...split }: Split): HoldOut {
  const trained = regionOf(field, sumsOf(field, train), unavoidableOf(field, train));
  const { choice } = steadyChoice(field, trained, train);
  const cell = cellAt(field, choice.place);
  const fails = (row: number): boolean => failsIn(field, row, cell);
  const near = test.filter((row) => field.sessions[row]?.near === true);
  const groups = clustersOf(field, near);
  const sums = sumsOf(field, test);
  const unused = (index: number): number => {
    const compactions = sums.compactions[index] ?? 0;
    return compactions === 0 ? 0 : (sums.unused[index] ?? 0) / compactions;
  };
  return {
    ...split,
    trained: train.length,
    tested: test.length,
    choice,
    failed: rateOf(near.filter(fails).length, near.length),
    clusters: rateOf(groups.filter((rows) => rows.some(fails)).length, groups.length),
    canFail: canFail(field, test),
    unused: { proposed: unused(cell), today: unused(cellAt(field, field.baseline)) },
  };
}

/** A rate with its exact interval. */
export const rateOf = (hits: number, n: number): Rate => ({
  hits,
  n,
  ...binomialInterval(hits, n),
});

/** A session overflows under a cell. */
export const overflowsIn = (
  { results }: Pick<TuneField, 'results'>,
  row: number,
  cell: number,
): boolean => intAt(results.overflowSteps, row * results.cells + cell) > 0;

/** A session overflows or loops under a cell. */
export function failsIn(
  { results }: Pick<TuneField, 'results'>,
  row: number,
  cell: number,
): boolean {
  return overflowsIn({ results }, row, cell) || results.loop[row * results.cells + cell] === 1;
}

/** Some setting within the limit makes one of the sessions fail, and some other does not. */
function canFail(field: TuneField, rows: readonly number[]): boolean {
  const open = openCells(field);
  return rows.some((row) => {
    const failing = open.filter((cell) => failsIn(field, row, cell)).length;
    return failing > 0 && failing < open.length;
  });
}
