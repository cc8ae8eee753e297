import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CorpusRow } from '@/lib/host/api/contract/corpus-contract';
import { ENGINE } from '@/lib/replay/engine';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import type { KeptPhase } from './kept-sweep';
import { phaseShares } from './phase-shares';

const columns = [
  {
    policy: 'pi',
    settings: {},
    axes: [{ setting: 'window', values: [200_000] }],
    sample: null,
  },
];
const cells = sweepCells({ columns, limit: null });

const planOf = (ids: readonly FigureId[]): SweepPlan => ({
  ...{ columns, limit: null },
  figures: { ids, prices: { input: 5 }, day: '2026-05-01', list: 'prices of May' },
});

const session = (hash: string, startedAt: number | null = 7): CorpusRow => ({
  ...{ id: hash, name: hash, agent: 'Test', model: null, hash, generated: false, subAgent: false },
  ...{ cluster: hash, startedAt, steps: 10, limit: null, peak: null },
});
const sessions = [session('a'), session('b')];

/** Keys of a phase that computes one cell of all sessions. */
const keysOf = (
  phase: Pick<KeptPhase, 'name' | 'names'>,
  { ids = ['cost'], of = sessions }: { ids?: readonly FigureId[]; of?: typeof sessions } = {},
): readonly string[] =>
  phaseShares(
    { plan: planOf(ids), sessions: of },
    { ...phase, cells, order: [0] },
    1,
    cells.length,
  ).shares.map(({ key }) => key);

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const before = `{"engine":${ENGINE},"limit":null,"columns":[["pi",[],["window"]]],"cells":[[0,200000]],"sessions":["a","b"]`;

describe('the keys of shares', () => {
  it('with totals are what they were before there were figures', () => {
    for (const ids of [['cost'], ['regret', 'rework'], ['cost', 'rework']] as const) {
      expect(keysOf({ name: 'coarse' }, { ids })).toEqual([sha(`${before}}`)]);
    }
  });

  it('with costs are what they were before a sweep had regret, whatever else it has', () => {
    const priced = `${before},"figures":{"prices":{"input":5},"list":"prices of May","ids":[["cost",1]]`;
    expect(keysOf({ name: 'figures' })).toEqual([sha(`${priced}}}`)]);
    expect(keysOf({ name: 'figures' }, { ids: ['cost', 'regret', 'rework'] })).toEqual([
      sha(`${priced}}}`),
    ]);
    // A session without a time has the prices of the day on which the sweep was kept.
    const undated = [session('a'), session('b', null)];
    expect(keysOf({ name: 'figures' }, { of: undated })).toEqual([
      sha(`${priced},"day":"2026-05-01"}}`),
    ]);
  });

  it('with what names tell hold the hashes of the names, and no prices', () => {
    const recall = (names: readonly (string | null)[], ids: readonly FigureId[] = ['regret']) =>
      keysOf({ name: 'recall', names }, { ids });
    const text = `${before},"figures":{"ids":[["regret",1],["rework",1]],"names":["n",null]}}`;
    expect(recall(['n', null])).toEqual([sha(text)]);
    expect(recall(['n', null], ['cost', 'rework'])).toEqual([sha(text)]);
    expect(recall(['n', 'm'])).not.toEqual([sha(text)]);
    expect(recall(['m', null])).not.toEqual([sha(text)]);
  });

  it('of some sessions hold the names of these alone', () => {
    const many = Array.from({ length: 150 }, (_, at) => session(`s${at}`));
    const names = many.map(({ hash }) => `names of ${hash}`);
    const keys = (all: readonly string[]) =>
      keysOf({ name: 'recall', names: all }, { ids: ['regret'], of: many });
    const [first, second] = keys(names);
    const [same, other] = keys(names.with(149, 'other names'));
    expect(same).toBe(first);
    expect(other).not.toBe(second);
  });
});
