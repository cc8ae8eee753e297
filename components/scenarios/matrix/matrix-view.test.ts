import { describe, expect, it } from 'vitest';
import { prepareScenario, scenarioOutcome } from '@/lib/answers/report/outcome/scenario-outcome';
import { findPolicy } from '@/lib/policies/registry';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import {
  allColumns,
  defaultMatrix,
  firstColumns,
  matrixAddress,
  parseMatrixView,
} from './matrix-view';

describe('the view of the matrix', () => {
  it('is read back as it was written', () => {
    const all = allColumns.map(({ key }) => key);
    for (const columns of [firstColumns, all, ['none'], all.slice(0, 2)]) {
      const view = { ...defaultMatrix, filter: { ...defaultMatrix.filter, window: '8k' }, columns };
      const address = matrixAddress(view);
      expect(address.startsWith('/scenarios/matrix?window=8k')).toBe(true);
      expect(parseMatrixView(address.split('?')[1] ?? '')).toEqual(view);
    }
    const models = { 'house;7': { input: 1, output: 2 } };
    const priced = { ...defaultMatrix, model: 'claude-opus-4-8', prices: { input: 5, models } };
    expect(parseMatrixView(matrixAddress(priced).split('?')[1] ?? '')).toEqual(priced);
    expect(parseMatrixView('model=+&prices=gold').model).toBeNull();
    expect(matrixAddress(defaultMatrix)).toBe('/scenarios/matrix');
  });

  it('opens with eight columns, no two of them alike', () => {
    const scenarios = scenarioCatalogue.filter(({ source }) => source === 'stress');
    const prepared = scenarios.map(({ session, name }) => prepareScenario(session, name));
    const outcomes = firstColumns.map((id) => {
      const policy = findPolicy(id);
      if (policy === undefined) throw new Error(`There is no policy ${id}`);
      return prepared
        .map((one) => scenarioOutcome(one, policy))
        .map(({ kind, compactions, overflowSteps }) => `${kind} ${compactions} ${overflowSteps}`)
        .join();
    });
    expect(outcomes).toHaveLength(8);
    expect(new Set(outcomes).size).toBe(8);
  });

  it('leaves columns out that it does not know, and puts the others in order', () => {
    expect(parseMatrixView('columns=wizard,none,contextguard-threshold,none').columns).toEqual([
      'contextguard-threshold',
      'none',
    ]);
    expect(parseMatrixView('columns=wizard')).toEqual(defaultMatrix);
  });
});
