import { describe, expect, it } from 'vitest';
import { shown } from '../testing/shown';
import { versionTotals, versionTotalsTable } from './version-totals';

/**
 * golden/history.json, `totalsOver92SessionsTrueUsage` of the versions it has there, else
 * `totalsOver92Sessions`: compacted, back to back, overflowing steps, overflowing sessions.
 */
const golden: Readonly<Record<string, readonly [number, number, number, number]>> = {
  '8b854ce': [1_538, 1_489, 2_202, 76],
  '5bdd637': [1_538, 1_489, 1_014, 76],
  e2d01e0: [2_627, 2_539, 100, 11],
  '1468dc1': [2_639, 2_536, 82, 13],
  dc1ea47: [352, 49, 67, 10],
  c8ec690: [363, 52, 0, 0],
  '211f636': [0, 0, 2_487, 76],
  e32f72a: [363, 52, 0, 0],
  ee68ac3: [363, 52, 0, 0],
  '113391a': [363, 52, 0, 0],
};

describe('every version over the 92 sessions', () => {
  const totals = versionTotals();

  it.each(Object.entries(golden))('%s', (commit, expected) => {
    const total = totals.get(commit);
    expect([total?.sessions, total?.steps]).toEqual([92, 4_344]);
    expect([
      total?.stepsCompacted,
      total?.backToBack,
      total?.overflowSteps,
      total?.overflowSessions,
    ]).toEqual(expected);
  });

  it('has no version that the vectors do not have', () => {
    expect([...totals.keys()]).toEqual(Object.keys(golden).sort(byTable));
  });

  it('shows the README’s figures', () => {
    expect(versionTotalsTable().rows.map((row) => row.map(shown).join(' | '))).toEqual([
      'v0.7.0 | 4,344 | 1,538 | 1,489 | 2,202 | 76',
      'v0.8.0 | 4,344 | 1,538 | 1,489 | 1,014 = 1,014 | 76 = 76',
      'PR 7, first design | 4,344 | 2,627 | 2,539 | 100 | 11',
      'PR 7, hardened | 4,344 | 2,639 | 2,536 | 82 | 13',
      'v0.9.0 | 4,344 | 352 | 49 | 67 = 67 | 10 = 10',
      'v0.9.1 | 4,344 | 363 | 52 | 0 = none | 0 = none',
      'v0.12.0 – v0.15.0 | 4,344 | 0 | 0 | 2,487 = 2,487 | 76 = 76',
      'v0.15.1 | 4,344 | 363 | 52 | 0 = none | 0 = none',
      'v0.18.0 | 4,344 | 363 | 52 | 0 = none | 0 = none',
      'v1.0.0 – v1.1.0 | 4,344 | 363 | 52 | 0 = none | 0 = none',
    ]);
  });
});

const order = '8b854ce 5bdd637 e2d01e0 1468dc1 dc1ea47 c8ec690 211f636 e32f72a ee68ac3 113391a';
const byTable = (a: string, b: string): number => order.indexOf(a) - order.indexOf(b);
