import { describe, expect, it } from 'vitest';
import { shownSection, unexplained } from '../testing/shown';
import { versionRows, versionSection } from './versions-table';

describe('versions', () => {
  const section = versionSection();

  it('show the README’s table', () => {
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
