import { describe, expect, it } from 'vitest';
import { keptPhaseName, storedPlan } from './kept-sweep';

const plan = {
  columns: [{ policy: 'pi', settings: {}, axes: [], sample: null }],
  limit: null,
};

describe('a sweep that was kept with figures that are gone', () => {
  it('is read without figures', () => {
    const figures = (ids: readonly string[]) => JSON.stringify({ ...plan, figures: { ids } });
    expect(storedPlan(figures(['cost'])).figures?.ids).toEqual(['cost']);
    expect(storedPlan(figures(['cost', 'regret', 'rework']))).toEqual(plan);
    expect(() => storedPlan(JSON.stringify({ ...plan, columns: [] }))).toThrow();
  });

  it('has their phases among those of figures', () => {
    expect(['rest', 'figures', 'recall'].map((name) => keptPhaseName.parse(name))).toEqual([
      'rest',
      'figures',
      'figures',
    ]);
  });
});
