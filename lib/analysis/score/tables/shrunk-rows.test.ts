import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableOf, type WrittenRow } from '@/lib/engine/sizes/size-table';
import { shrunkRows } from './shrunk-rows';

const row = (agent: string, first: number, bytes: number): WrittenRow => [
  ...([agent, null, 'a-model', first, bytes] as const),
  ...([null, null] as const),
];
const rowsOf = (agent: string, from: number, bytes: readonly number[]) =>
  bytes.map((one, i) => row(agent, from + i, one));
const shipped = tableOf('shipped', [
  ...rowsOf('claude-code', 1, [8_000, 9_000, 10_000, 11_000, 12_000]),
  ...rowsOf('codex', 11, [7_000, 8_000]),
]);
const of = (own: readonly WrittenRow[], agent = 'claude-code') => {
  const { rows, agents } = shrunkRows(own, shipped);
  return {
    taken: agents.map(({ taken }) => taken),
    count: rows.filter((one) => one[0] === agent).length,
  };
};

describe('a library’s own rows', () => {
  it('stand alone where they are alike, far from the shipped ones, and enough', () => {
    const far = [30_000, 30_400, 30_800, 31_200, 31_600];
    expect(of(rowsOf('claude-code', 101, far))).toEqual({ taken: ['own'], count: 5 });
    // Without one of four the rest has no quantiles.
    expect(of(rowsOf('claude-code', 101, far.slice(1)))).toEqual({ taken: ['both'], count: 9 });
  });

  it('stand beside the shipped ones, or behind them, where those tell them better', () => {
    expect(of([row('claude-code', 101, 10_000)])).toEqual({ taken: ['both'], count: 6 });
    const wild = [2_000, 30_000, 9_900, 25_000, 10_100, 3_000];
    const { taken } = of(rowsOf('claude-code', 101, wild));
    expect(taken).not.toEqual(['own']);
  });

  it('are the only ones of an agent that no shipped row has; an agent that the library lacks keeps its own', () => {
    const { rows, agents } = shrunkRows([row('pi', 101, 4_000)], shipped);
    expect(agents).toMatchObject([{ agent: 'pi', own: 1, shipped: 0, taken: 'own' }]);
    expect(rows.map(([agent]) => agent).sort()).toEqual(
      ['pi', ...shipped.rows.map(({ agent }) => agent)].sort(),
    );
  });

  it('are taken by what is least off, in any order, and invent nothing', () => {
    const bytes = fc.array(fc.integer({ min: 100, max: 40_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(bytes, (sizes) => {
        const own = rowsOf('claude-code', 101, sizes);
        const made = shrunkRows(own, shipped);
        const [found] = made.agents;
        const off = Object.values(found?.off ?? {}).filter((one) => !Number.isNaN(one));
        expect(found?.off[found.taken]).toBe(Math.min(...off));
        expect(shrunkRows([...own].reverse(), shipped)).toEqual(made);
        const known = new Set(
          [...own, ...shipped.rows.map((one) => row(one.agent, one.first, one.summaryBytes))].map(
            String,
          ),
        );
        for (const one of made.rows) expect(known.has(String(one))).toBe(true);
      }),
    );
  });
});
