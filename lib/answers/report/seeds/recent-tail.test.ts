import { describe, expect, it } from 'vitest';
import { compactKube, recentTailSection, type TailVersion } from './recent-tail';
import { shownSection, unexplained } from './testing/shown';

/** golden/history.json, `kubeSingleShot`: window, before, after, contents after, summariser calls. */
type Row = readonly [
  rounds: number,
  window: number,
  before: number,
  after: number,
  contents: number,
  calls: number,
];
const golden: Readonly<Record<TailVersion, readonly Row[]>> = {
  'v0.7.0': [
    [3, 8_000, 24_126, 16_110, 17, 1],
    [3, 32_000, 24_126, 24_126, 24, 0],
    [3, 128_000, 24_126, 24_126, 24, 0],
    [5, 8_000, 40_210, 24_152, 25, 1],
    [5, 32_000, 40_210, 24_152, 25, 1],
    [5, 128_000, 40_210, 40_210, 40, 0],
    [10, 8_000, 80_420, 40_236, 41, 1],
    [10, 32_000, 80_420, 40_236, 41, 1],
    [10, 128_000, 80_420, 80_420, 80, 0],
    [20, 8_000, 160_840, 144_782, 145, 1],
    [20, 32_000, 160_840, 80_446, 81, 1],
    [20, 128_000, 160_840, 80_446, 81, 1],
  ],
  'v0.8.0': [
    [3, 8_000, 24_126, 8_068, 9, 3],
    [3, 32_000, 24_126, 24_126, 24, 0],
    [3, 128_000, 24_126, 24_126, 24, 0],
    [5, 8_000, 40_210, 8_068, 9, 3],
    [5, 32_000, 40_210, 8_068, 9, 1],
    [5, 128_000, 40_210, 40_210, 40, 0],
    [10, 8_000, 80_420, 8_068, 9, 3],
    [10, 32_000, 80_420, 8_068, 9, 1],
    [10, 128_000, 80_420, 80_420, 80, 0],
    [20, 8_000, 160_840, 8_068, 9, 3],
    [20, 32_000, 160_840, 8_068, 9, 1],
    [20, 128_000, 160_840, 24_223, 26, 1],
  ],
};

describe.each(['v0.7.0', 'v0.8.0'] as const)('%s', (version) => {
  it.each(golden[version])(
    'kube-%dr at %d: as the version’s own code',
    (rounds, window, before, after, contents, calls) => {
      expect(compactKube(rounds, window, version)).toMatchObject({
        before,
        after,
        contentsBefore: rounds * 8,
        contentsAfter: contents,
        calls,
      });
    },
  );
});

it('shows the document’s tables', () => {
  const section = recentTailSection();
  expect(shownSection(section)).toEqual({
    'tail-retries': [
      '1 | 24,126 = 24,126 | 8,068 = 8,068 | 66.6 % = 66.6% | 24 → 9 = 24→9 | no = NO | 1',
      '3 | 24,126 = 24,126 | 8,068 = 8,068 | 66.6 % = 66.6% | 24 → 9 = 24→9 | no = NO | 3',
      '10 | 24,126 = 24,126 | 8,068 = 8,068 | 66.6 % = 66.6% | 24 → 9 = 24→9 | no = NO | 10',
      '20 | 24,126 = 24,126 | 8,068 = 8,068 | 66.6 % = 66.6% | 24 → 9 = 24→9 | no = NO | 20',
    ],
    'tail-why': [
      'Three tool responses: 7,918 = ~8k',
      'The whole last round: 8,042',
      'The summary: 26',
      'After any number of passes: 8,068 = 8,068',
      'Threshold: 6,400',
    ],
    'tail-contexts': [
      'kube-3r / 8k | 24,126 | 16,110 ≠ 8,068 | 17 | no = NO | 8,068 = 8,068 | 9 | no = NO',
      'kube-5r / 8k | 40,210 | 24,152 ≠ 8,068 | 25 | no = NO | 8,068 = 8,068 | 9 | no = NO',
      'kube-10r / 8k | 80,420 | 40,236 ≠ 8,068 | 41 | no = NO | 8,068 = 8,068 | 9 | no = NO',
      'kube-20r / 8k | 160,840 | 144,782 ≠ 8,068 | 145 | no = NO | 8,068 = 8,068 | 9 | no = NO',
      'kube-3r / 32k | 24,126 | 24,126 = 24,126 | 24 | yes = YES | 24,126 = 24,126 | 24 | yes = YES',
      'kube-10r / 32k | 80,420 | 40,236 ≠ 8,068 | 41 | no ≠ YES | 8,068 = 8,068 | 9 | yes = YES',
      'kube-20r / 128k | 160,840 | 80,446 ≠ 24,223 | 81 | yes = YES | 24,223 = 24,223 | 26 | yes = YES',
    ],
  });
  expect(unexplained(section)).toEqual([]);
});
