import { describe, expect, it } from 'vitest';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { opus } from '@/lib/analysis/cost/testing/opus';
import { contextGuardThreshold } from '@/lib/policies/builtin';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import { sampleSession } from '@/lib/tools/samples/samples';
import { sweepCells } from '../sweep/cells';
import type { SweepPlan } from '../sweep/plan';
import { figures } from './figure';
import { decodeFigures, encodeFigures } from './figure-codec';
import { emptyFigures, figureSums, mergeFigures, pickedFigures } from './figure-results';
import { FigureRun } from './figure-run';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const plan: SweepPlan = {
  limit: 200_000,
  columns: [
    {
      policy: 'contextguard-threshold',
      settings: { factor: 2 },
      sample: null,
      axes: [{ setting: 'window', values: [60_000, 100_000, 200_000] }],
    },
    { policy: 'none', settings: {}, sample: null, axes: [] },
  ],
};
const sessions = [productionIncident.build(), sampleSession('timing-gap')]
  .map((one) => preparedSession(one))
  .map((session, i) => ({ session, ratesOf: () => (i === 0 ? opus : null) }));
const task = { plan, cells: sweepCells(plan), figures: ['cost'] as const };

describe('figures of a sweep', () => {
  it('are those of each cell’s replay, however often it pauses', () => {
    const run = new FigureRun(task, sessions);
    let slices = 0;
    while (!run.ended) {
      run.advance(() => true);
      slices++;
    }
    expect(slices).toBeGreaterThan(7);
    expect(run.progress()).toEqual({ done: 8, total: 8 });
    const [values] = run.results.values;
    [60_000, 100_000, 200_000].forEach((window, cell) => {
      const settings = contextGuardThreshold.settings.parse({ window, factor: 2 });
      const { session } = sessions[0]!;
      const own = replay(session, contextGuardThreshold, settings, { limit: 200_000 });
      expect(values?.[cell]).toBe(costTotal(own, () => opus));
    });
    expect([...(values?.subarray(4) ?? [])].every(Number.isNaN)).toBe(true);
  });

  it('are added up over the sessions that have them, and say how many those are', () => {
    const run = new FigureRun(task, sessions);
    run.advance();
    const sums = figureSums(run.results, 'cost', [0, 1]);
    expect(sums).toMatchObject({ figure: 'cost', known: 1, sessions: 2 });
    expect([...sums.sums]).toEqual([...(run.results.values[0]?.subarray(0, 4) ?? [])]);
    expect([...figureSums(run.results, 'cost', [1]).sums].every(Number.isNaN)).toBe(true);
  });

  it('in shares, each in bytes between two machines, are those computed at once', () => {
    const run = new FigureRun(task, sessions);
    run.advance();
    const results = emptyFigures(['cost'], sessions.length, task.cells.length);
    const order = [...task.cells.keys()].reverse();
    for (const [session, cell, cells] of [
      [1, 0, 3],
      [0, 0, 3],
      [1, 3, 1],
      [0, 3, 1],
    ] as const) {
      const share = { session, sessions: 1, cell, cells };
      const own = order.slice(cell, cell + cells).map((index) => task.cells[index]!);
      const asked: number[] = [];
      const part = new FigureRun(
        { ...task, cells: own },
        {
          length: 1,
          at: (row) => {
            asked.push(row);
            return sessions[session + row];
          },
        },
      );
      part.advance();
      expect(asked).toEqual([0]);
      mergeFigures(results, order, share, decodeFigures(encodeFigures(part.results)));
    }
    expect(results).toEqual(run.results);
    const picked = pickedFigures(results, [2, 0]);
    expect([...(picked.values[0]?.subarray(0, 2) ?? [])]).toEqual([
      run.results.values[0]?.[2],
      run.results.values[0]?.[0],
    ]);
    const other = { session: 0, sessions: 2, cell: 0, cells: 4 };
    expect(() => mergeFigures(results, order, other, picked)).toThrow('not the figures');
  });

  it('have each a column with its unit', () => {
    expect(figures.map(({ field, text }) => [field, text(1_250)])).toEqual([
      ['costUsd', '~$1,250.00'],
      ['mayCompactSteps', '1,250 unsure steps'],
    ]);
  });
});
