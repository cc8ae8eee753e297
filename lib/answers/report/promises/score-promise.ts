/** Scores a promise by later recordings: inside of what was promised, above or below it. */
import { median } from '@/lib/engine/base/stats';
import {
  binomialInterval,
  clusterRate,
  furtherInterval,
  type Cluster,
  type Interval,
} from '@/lib/tuning/recommend/intervals';
import type { PromiseSession, SettingsPromise } from './schema';

/** A later recording under the promised settings, and the family of versions that recorded it. */
export interface LaterSession extends PromiseSession {
  readonly preset: string | null;
}

/** A figure of a promise: what was promised with its 95 % range, and what was recorded with its own. */
export interface PromiseFigure {
  readonly id: 'overflow' | 'compactions' | 'cost';
  readonly promised: number;
  /** Of as many later repositories as there are; null where too little is known to give one. */
  readonly range: Interval | null;
  readonly recorded: number;
  readonly recordedRange: Interval;
  /** above or below: not even the near end of what was recorded is in the range. */
  readonly standing: 'inside' | 'above' | 'below' | 'unknown';
}

/** What differs in the later recordings beside their settings; a field that is null is as it was. */
export interface PromiseChanges {
  readonly models: readonly string[] | null;
  /** The family of versions that is another one. */
  readonly preset: string | null;
  /** Median heuristic tokens of the prefix, before and now. */
  readonly prefix: readonly [number, number] | null;
}

/** A promise with its score. */
export interface PromiseScore {
  readonly promise: SettingsPromise;
  /** Later recordings that are scored, and the repositories that they are of. */
  readonly later: number;
  readonly groups: number;
  readonly figures: readonly PromiseFigure[];
  readonly changes: PromiseChanges;
  /** broken: a figure is above what was promised · waiting: nothing was recorded yet. */
  readonly standing: 'kept' | 'broken' | 'waiting';
}

/** Scores a promise by the sessions that came later. */
export function scorePromise(
  promise: SettingsPromise,
  later: readonly LaterSession[],
): PromiseScore {
  const groups = new Set(later.map(({ group }) => group)).size;
  const figures = later.length === 0 ? [] : figuresOf(promise, later, groups);
  const isBroken = figures.some(({ standing }) => standing === 'above');
  return {
    ...{ promise, later: later.length, groups, figures },
    changes: changesOf(promise, later),
    standing: later.length === 0 ? 'waiting' : isBroken ? 'broken' : 'kept',
  };
}

function figuresOf(
  { heldOut, sessions }: SettingsPromise,
  later: readonly LaterSession[],
  groups: number,
): readonly PromiseFigure[] {
  const failing = new Set(later.filter(({ overflows }) => overflows).map(({ group }) => group));
  const steps = ({ steps: own }: PromiseSession): number => own;
  const compactions = (one: PromiseSession): number => one.compactions;
  const [was, is] = [sessions, later].map((all) => ({
    compactions: sumOf(all, compactions),
    steps: sumOf(all, steps),
  }));
  if (was === undefined || is === undefined) throw new Error('Two lists are added up');
  const priced = (all: readonly PromiseSession[]): readonly PromiseSession[] =>
    all.filter(({ dollars }) => dollars !== null);
  const [paid, pays] = [priced(sessions), priced(later)];
  const overflow = figureOf({
    id: 'overflow',
    promised: heldOut.of === 0 ? 0 : heldOut.overflowing / heldOut.of,
    range: heldOut.of === 0 ? null : binomialInterval(heldOut.overflowing, heldOut.of),
    recorded: failing.size / groups,
    recordedRange: binomialInterval(failing.size, groups),
  });
  const range = furtherInterval(clustersOf(sessions, compactions, steps), groups);
  const rate = figureOf({
    id: 'compactions',
    promised: was.compactions / was.steps,
    // Where nothing compacts no draw does: what so many steps leave open is added.
    range:
      range &&
      widest(
        widest(range, binomialInterval(was.compactions, was.steps)),
        around(was.compactions / was.steps, ALIKE.compactions),
      ),
    recorded: is.compactions / is.steps,
    recordedRange: binomialInterval(is.compactions, is.steps),
  });
  if (paid.length === 0 || pays.length === 0) return [overflow, rate];
  const dollars = (one: PromiseSession): number => one.dollars ?? 0;
  const each = (): number => 1;
  const recorded = clusterRate(clustersOf(pays, dollars, each));
  const priceGroups = new Set(pays.map(({ group }) => group)).size;
  const paidEach = clustersOf(paid, dollars, each);
  const promised = clusterRate(paidEach);
  const spread = furtherInterval(paidEach, priceGroups);
  const cost = figureOf({
    id: 'cost',
    promised,
    range: spread && widest(spread, around(promised, ALIKE.cost)),
    recorded,
    recordedRange: { low: recorded, high: recorded },
  });
  return [overflow, rate, cost];
}

function figureOf(figure: Omit<PromiseFigure, 'standing'>): PromiseFigure {
  const { range, recordedRange } = figure;
  const standing =
    range === null
      ? 'unknown'
      : recordedRange.low > range.high
        ? 'above'
        : recordedRange.high < range.low
          ? 'below'
          : 'inside';
  return { ...figure, standing };
}

/** Shares within which a recommendation takes compactions, and costs, for alike: no more than that is a difference here. */
const ALIKE = { compactions: 0.1, cost: 0.01 } as const;

const around = (value: number, share: number): Interval => ({
  low: value * (1 - share),
  high: value * (1 + share),
});

const widest = (a: Interval, b: Interval): Interval => ({
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
});

const sumOf = (
  sessions: readonly PromiseSession[],
  of: (session: PromiseSession) => number,
): number => sessions.reduce((sum, one) => sum + of(one), 0);

function clustersOf(
  sessions: readonly PromiseSession[],
  sum: (session: PromiseSession) => number,
  weight: (session: PromiseSession) => number,
): readonly Cluster[] {
  const groups = new Map<number, PromiseSession[]>();
  for (const one of sessions) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups.values()].map((all) => ({ sum: sumOf(all, sum), weight: sumOf(all, weight) }));
}

/** Share by which a median prefix may move without being said to have changed. */
const SAME_PREFIX = 0.05;

function changesOf(
  { preset, sessions }: SettingsPromise,
  later: readonly LaterSession[],
): PromiseChanges {
  if (later.length === 0) return { models: null, preset: null, prefix: null };
  const known = new Set(sessions.map(({ model }) => model));
  const models = [
    ...new Set(later.flatMap(({ model }) => (model === null || known.has(model) ? [] : [model]))),
  ];
  const [was, is] = [sessions, later].map((all) => median(all.map(({ prefix }) => prefix)));
  const hasMoved = Math.abs((is ?? 0) - (was ?? 0)) > SAME_PREFIX * (was ?? 0);
  return {
    models: models.length === 0 ? null : models,
    preset: later.find((one) => one.preset !== preset)?.preset ?? null,
    prefix: hasMoved ? [was ?? 0, is ?? 0] : null,
  };
}
