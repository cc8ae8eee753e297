import { describe, expect, it } from 'vitest';
import { seedsSection } from '../sections';
import { shownSection, unexplained } from '../testing/shown';
import { versionRows, versionTotals } from './versions-table';

describe('versions', () => {
  const section = seedsSection('versions');

  it('show the README’s tables', () => {
    expect(shownSection(section)).toEqual({
      'versions-table': [
        'v0.7.0 (8b854ce) | 2026-02-25 = 2026-02-25 | raw = raw | raw = raw | > = > | contents, system | tail split: keeps 20 % | prepended: fires again | passes unchanged | 1 = 1',
        'v0.8.0 (5bdd637) | 2026-02-25 = 2026-02-25 | raw = raw | raw = raw | > = > | contents, system | tail split: keeps 20 % | prepended: fires again | passes unchanged | 3 = 3',
        'PR 7, first design (e2d01e0) | 2026-02-28 = 2026-02-28 | 1.5× = × 1.5 | uncapped = uncapped | > = > | contents, system | full summary | prepended: fires again | passes unchanged | 1 = 1',
        'PR 7, hardened (1468dc1) | 2026-02-28 = 2026-02-28 | 2× = × 2.0 | 1–5 = 1–5 | > = > | contents, system | full summary, cut to 80 % | prepended: fires again | mechanical | 1 = 1',
        'v0.9.0 (dc1ea47) | 2026-02-28 = 2026-02-28 | 2× = × 2.0 | 1–5 = 1–5 | > = > | contents, system | full summary, cut to 80 % | watermark strips | mechanical | 1 = 1',
        'v0.9.1 (c8ec690) | 2026-02-28 = 2026-02-28 | 2.5× = × 2.5 | 1–5 = 1–5 | >= = >= | + tools, inline data | full summary, cut to 80 % | watermark strips | mechanical | 1 = 1',
        'v0.12.0 – v0.15.0 (211f636) | 2026-03-29 = 2026-03-29 | 2.5× = × 2.5 | 1–5 = 1–5 | >= = >= | + tools, inline data | nothing | watermark strips | mechanical | 0 = 0',
        'v0.15.1 (e32f72a) | 2026-05-01 = 2026-05-01 | 2.5× = × 2.5 | 1–5 = 1–5 | >= = >= | + tools, inline data | full summary, cut to 80 % | watermark strips | mechanical | 3 = 3',
        'v0.18.0 (ee68ac3) | 2026-06-01 = 2026-06-01 | 2.5× = × 2.5 | 1–5 = 1–5 | >= = >= | + tools, inline data, newer kinds | full summary, cut to 80 % | watermark strips | mechanical | 3 = 3',
        'v1.0.0 – v1.1.0 (113391a) | 2026-07-30 = 2026-07-30 | 2.5× = × 2.5 | 1–5 = 1–5 | >= = >= | + tools, inline data, newer kinds | full summary, cut to 80 % | watermark strips | mechanical | 3 = 3',
      ],
      'version-totals': [
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
      ],
    });
    expect(unexplained(section)).toEqual([]);
  });

  it('are each the preset of a policy', () => {
    expect(versionRows().map(({ policy, preset }) => `${policy} ${preset}`)).toEqual([
      'contextguard-tail v0.7.0',
      'contextguard-tail v0.8.0',
      'contextguard-threshold pr7-first',
      'contextguard-threshold pr7-hardened',
      'contextguard-threshold v0.9.0',
      'contextguard-threshold v0.9.1',
      'contextguard-threshold v0.12.0',
      'contextguard-threshold v0.15.1',
      'contextguard-threshold v0.18.0',
      'contextguard-threshold v1.1.0',
    ]);
  });
});

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
});

const order = '8b854ce 5bdd637 e2d01e0 1468dc1 dc1ea47 c8ec690 211f636 e32f72a ee68ac3 113391a';
const byTable = (a: string, b: string): number => order.indexOf(a) - order.indexOf(b);
