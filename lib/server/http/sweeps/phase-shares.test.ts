import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import { ENGINE } from '@/lib/engine/replay/engine';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import type { SweepPhase } from '@/lib/tuning/sweep/phases';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
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

const plan: SweepPlan = {
  ...{ columns, limit: null },
  figures: { ids: ['cost'], prices: { input: 5 }, day: '2026-05-01', list: 'prices of May' },
};

const session = (hash: string, startedAt: number | null = 7): CorpusRow => ({
  ...{ id: hash, name: hash, agent: 'Test', model: null, hash, generated: false, subAgent: false },
  ...{ cluster: hash, startedAt, steps: 10, limit: null, peak: null },
});
const sessions = [session('a'), session('b')];

/** Keys of a phase that computes one cell of all sessions. */
const keysOf = (name: SweepPhase['name'], of = sessions): readonly string[] =>
  phaseShares({ plan, sessions: of }, { name, cells, order: [0] }, 1, cells.length).shares.map(
    ({ key }) => key,
  );

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const before = `{"engine":${ENGINE},"limit":null,"columns":[["pi",[],["window"]]],"cells":[[0,200000]],"sessions":["a","b"]`;

describe('the keys of shares', () => {
  it('with totals are what they were before there were figures', () => {
    expect(keysOf('coarse')).toEqual([sha(`${before}}`)]);
  });

  it('with costs hold prices, and the day where a session has no time', () => {
    const priced = `${before},"figures":{"prices":{"input":5},"list":"prices of May","ids":[["cost",1]]`;
    expect(keysOf('figures')).toEqual([sha(`${priced}}}`)]);
    // A session without a time has the prices of the day on which the sweep was kept.
    const undated = [session('a'), session('b', null)];
    expect(keysOf('figures', undated)).toEqual([sha(`${priced},"day":"2026-05-01"}}`)]);
  });
});
