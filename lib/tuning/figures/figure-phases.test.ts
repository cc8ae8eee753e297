import { describe, expect, it } from 'vitest';
import { sweepCells } from '../sweep/cells';
import { figurePhase, nextPhase } from '../sweep/phases';
import type { SweepPlan } from '../sweep/plan';
import { partPhase } from '../sweep/share';
import { emptyResults } from '../sweep/sweep-results';
import { figureIds, type FigureId } from './figure-ids';
import { figuresOfPhase, phasesOfFigures } from './figure-phases';

const column = {
  policy: 'pi',
  settings: {},
  axes: [{ setting: 'window', values: [100_000, 200_000] }],
  sample: null,
};
const planOf = (ids: readonly FigureId[]): SweepPlan => ({
  columns: [column],
  limit: null,
  ...(ids.length === 0 ? {} : { figures: { ids, prices: {} } }),
});
const cells = sweepCells(planOf([]));

/** Names of the phases after the last one with totals. */
function phasesAfter(plan: SweepPlan): readonly string[] {
  const names: string[] = [];
  let phase = figurePhase(plan, { name: 'rest', cells, order: [] });
  while (phase !== null) {
    names.push(phase.name);
    expect(phase.order).toEqual([...cells.keys()]);
    expect(nextPhase(plan, phase, emptyResults(1, cells.length))).toBeNull();
    phase = figurePhase(plan, phase);
  }
  return names;
}

describe('phases of figures', () => {
  it('come one after the other, each once, in their order', () => {
    expect(phasesAfter(planOf([]))).toEqual([]);
    expect(phasesAfter(planOf(['cost']))).toEqual(['figures']);
    expect(phasesAfter(planOf(['rework']))).toEqual(['recall']);
    expect(phasesAfter(planOf(['rework', 'regret', 'cost']))).toEqual(['figures', 'recall']);
  });

  it('hold every figure once', () => {
    expect(phasesOfFigures(figureIds).flatMap(figuresOfPhase)).toEqual(figureIds);
  });

  it('hold the names of a hundred sessions at once at most, and the numbers of a thousand', () => {
    const most = (name: 'coarse' | 'figures' | 'recall'): number =>
      Math.max(
        ...partPhase(
          planOf([]),
          { name, cells, order: [0] },
          Array.from({ length: 2_000 }, () => 1),
        ).map(({ sessions }) => sessions),
      );
    expect(most('recall')).toBe(100);
    expect(most('figures')).toBeGreaterThan(900);
    expect(most('coarse')).toBeGreaterThan(900);
  });
});
