import { describe, expect, it } from 'vitest';
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

  it('leaves columns out that it does not know, and puts the others in order', () => {
    expect(parseMatrixView('columns=wizard,none,contextguard-threshold,none').columns).toEqual([
      'contextguard-threshold',
      'none',
    ]);
    expect(parseMatrixView('columns=wizard')).toEqual(defaultMatrix);
  });
});
