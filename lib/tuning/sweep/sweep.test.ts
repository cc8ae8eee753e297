import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyOrDefault } from '@/lib/policies/registry';
import { replay } from '@/lib/engine/replay/replay';
import { totalsOf } from '@/lib/analysis/compare/session-totals';
import { plant } from '../testing/planted';
import { axisValues } from './axis-values';
import { CellSettings } from './cell-settings';
import { sweepCells } from './cells';
import type { SweepPlan } from './plan';
import { decodeResults, encodeResults, totalsAt } from './sweep-results';
import { SweepRun } from './sweep-run';

const corpus = plant([
  { name: 'grows', results: Array.from({ length: 30 }, (_, i) => 10_000 + 900 * i) },
  { name: 'silent', results: Array.from({ length: 12 }, () => 30_000), usage: false, ratio: 2 },
  { name: 'hidden', results: [60_000, 80_000, 120_000, 200_000], prefixRatio: 90 },
]).map(({ session }) => session);

const window = {
  setting: 'window',
  values: axisValues({ from: 40_000, to: 200_000, step: 20_000 }),
};
const cap = { setting: 'cap', values: axisValues({ from: 1, to: 5, step: 0.5 }) };
const column = {
  policy: 'contextguard-threshold',
  settings: {},
  axes: [window, cap],
  sample: null,
};
const grid: SweepPlan = { columns: [column], limit: 200_000 };

/** Every cell of a finished sweep, replayed. */
function expectEqualToReplay(run: SweepRun): void {
  const settings = new CellSettings(run.plan, run.cells);
  corpus.forEach((session, row) => {
    const read = settings.of(session.profile.head);
    run.cells.forEach((cell, index) => {
      const policy = policyOrDefault(run.plan.columns[cell.column]?.policy ?? '');
      const again = replay(session, policy, read(index), { limit: run.plan.limit });
      expect(totalsAt(run.results, row, index)).toEqual(totalsOf(again));
    });
  });
}

function finished(plan: SweepPlan, pause?: () => boolean): SweepRun {
  const run = new SweepRun(plan, corpus);
  while (!run.ended) run.advance(pause);
  return run;
}

describe('a sweep', () => {
  it('equals the replay, cell by cell, under several policies', () => {
    const only = { settings: {}, axes: [window], sample: null };
    const columns = [
      column,
      ...['clairvoyant', 'anchor-delta', 'codex', 'claude-code', 'pi', 'none'].map((policy) =>
        policy === 'none' ? { ...only, policy, axes: [] } : { ...only, policy },
      ),
    ];
    expectEqualToReplay(finished({ columns, limit: 200_000 }));
  });

  it('of a hypercube equals the replay, its refinement included, and is the same for the same seed', () => {
    const floor = { setting: 'floor', values: axisValues({ from: 1, to: 3, step: 0.5 }) };
    const sampled = { ...column, axes: [window, cap, floor], sample: { count: 20, seed: 7 } };
    const plan: SweepPlan = { columns: [sampled], limit: 200_000 };
    const run = finished(plan);
    expectEqualToReplay(run);
    expect(run.cells.length).toBeGreaterThan(sweepCells(plan).length);
    expect(finished(plan).cells).toEqual(run.cells);
    expect(new Set(run.cells.map(({ values }) => values.join())).size).toBe(run.cells.length);
  });

  it('gives the same bytes however often it pauses', () => {
    const whole = encodeResults(finished(grid).results);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (every) => {
        let count = 0;
        const run = finished(grid, () => ++count % every === 0);
        expect(encodeResults(run.results)).toEqual(whole);
        expect(run.progress()).toMatchObject({ done: 243, total: 243 });
      }),
      { numRuns: 10 },
    );
  });

  it('computes the coarse grid first, then where neighbours differ, then the rest', () => {
    const run = new SweepRun(grid, corpus);
    const phases = new Map<string, number>();
    run.advance(() => {
      phases.set(run.progress().phase, (phases.get(run.progress().phase) ?? 0) + 1);
      return false;
    });
    expect([...phases.keys()]).toEqual(['coarse', 'refined', 'rest']);
  });

  it('shows what is not computed yet as unknown', () => {
    const run = new SweepRun(grid, corpus);
    let left = 4;
    run.advance(() => --left === 0);
    expect(totalsAt(run.results, 0, 0)).not.toBeNull();
    expect(totalsAt(run.results, 2, 80)).toBeNull();
    expect(decodeResults(encodeResults(run.results))).toEqual(run.results);
  });

  it('refuses bytes that are no results', () => {
    expect(() => decodeResults(new Uint8Array(20))).toThrow(RangeError);
    const bytes = encodeResults(finished(grid).results);
    expect(() => decodeResults(bytes.subarray(0, -1))).toThrow(RangeError);
  });
});

describe('values of an axis', () => {
  it('have the decimals of the numbers given, and today’s value among them', () => {
    expect(axisValues({ from: 1, to: 1.5, step: 0.1 }, [1.25])).toEqual([
      1, 1.1, 1.2, 1.25, 1.3, 1.4, 1.5,
    ]);
    expect(axisValues({ from: 0, to: 0.3, step: 0.1 }, [9])).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it.each([
    [{ from: 1, to: 0, step: 1 }],
    [{ from: 0, to: 1, step: 0 }],
    [{ from: 0, to: Infinity, step: 1 }],
    [{ from: 0, to: 1_000_000, step: 1 }],
    [{ from: NaN, to: 1, step: 1 }],
  ])('of %o are refused', (range) => {
    expect(() => axisValues(range)).toThrow(RangeError);
  });
});
