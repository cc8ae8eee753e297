import { describe, expect, it } from 'vitest';
import { codex } from '@/lib/policies/codex/policy';
import { pi } from '@/lib/policies/pi/policy';
import { firesAndStaysQuiet, type BothWays } from '../testing/both-ways';
import { found } from '../testing/found';
import { rising } from '../testing/change';

/** ContextGuard with a window of 10,000: its threshold is 8,000. */
const small = { settings: { window: 10_000 } };
/** The same, taking a request for what it counts until usage comes. */
const plain = { settings: { window: 10_000, factor: 1 } };

const cases: readonly BothWays[] = [
  {
    id: 'growth-over-buffer',
    fires: ['limit 9000\nu 20000\n-- 5000\nm 40\n-- 9500', plain],
    steps: [1],
    says: '+4,500 real; the buffer is 2,000 and the decision looks one step back.',
    quiet: ['limit 9000\nu 20000\n-- 5000\nm 40\n-- 6500', plain],
  },
  {
    id: 'refused-below-threshold',
    fires: ['u 20000\n-- 5000\nm 40\n-- 9500 > 9000', plain],
    steps: [1],
    // trunc(5,010 × 1) is more than the last real.
    says: '9,500 sent, limit 9,000; the highest decision was 5,010 of 8,000.',
    quiet: ['u 12800\n-- 8000\nm 40\n-- 9500 > 9000', plain],
  },
  {
    id: 'response-reserve',
    of: 'recording',
    fires: ['u 20000\n-- 5000\nm 40\n-- 38862+201138 > 200000', plain],
    steps: [1],
    says: '240,000 were asked of 200,000: 38,862 in the prompt and 201,138 reserved for the response, at step 1.',
    quiet: ['u 20000\n-- 5000\nm 40\n-- 201000+8000 > 200000', plain],
  },
  {
    id: 'correction-at-cap',
    fires: ['u 400\n-- 50000\nm 400\n-- 50100\nm 400\n-- 50200'],
    steps: [1, 2],
    says: '5× at 2 steps; measured between 250.5× and 500×.',
    quiet: ['u 400\n-- 200\nm 400\n-- 400\nm 400\n-- 600'],
  },
  {
    id: 'correction-jumps',
    fires: ['u 4000\n-- 1000\nm 40\n-- 4000\nm 40\n-- 4010'],
    steps: [2],
    says: '1× at step 1, 3.96× at the next: the two counts of a ratio are not of the same request, or something hidden entered.',
    quiet: ['u 4000\n-- 1000\nm 40\n-- 1100\nm 40\n-- 1110'],
  },
  {
    id: 'default-factor',
    fires: ['u 400\n-- 1000'],
    steps: [0],
    says: '2.5× against 10×; used at step 0, 250 of 180,000 at most.',
    quiet: ['u 400\n-- 200'],
  },
  {
    id: 'missed-crossing',
    fires: ['u 400\n-- 9000\nm 40\n-- 9100', { settings: { window: 10_000, estimator: 'raw' } }],
    steps: [0, 1],
    says: '9,000 real at step 0, decided on 100 of 8,000: steps 0 and 1.',
    // The second step compacts: one step is what looking one step back costs.
    quiet: ['u 400\n-- 9000\nm 40\n-- 9100', small],
  },
  {
    id: 'too-early',
    fires: ['u 14000\n-- 3500', small],
    steps: [0],
    says: '3,500 real, 44 % of the threshold, taken for 8,750: step 0.',
    quiet: ['u 28000\n-- 7000', small],
  },
  {
    id: 'attempts-zero',
    fires: ['u 40000\n-- 10000', { settings: { window: 10_000, attempts: 0 } }],
    steps: [0],
    says: 'Reached at step 0 with 25,000, but 0 attempts are allowed.',
    quiet: ['u 40000\n-- 10000', small],
  },
  {
    id: 'boundary-jump',
    fires: ['u 400\n-- 170000\nm 400\n-- 170100', { settings: { window: 199_999 } }],
    steps: [1],
    says: '170,000 at step 1 lies between 160,000 and 180,000: a window of 200,000 holds there. Step 1.',
    quiet: ['u 400\n-- 170000\nm 400\n-- 170100', { settings: { window: 200_000 } }],
  },
  {
    id: 'output-reserve',
    fires: [
      'u 400\n-- 34000\nm 400\nu 400\n-- 34200',
      { policy: pi, settings: { window: 50_000, keep: 50 } },
    ],
    steps: [1],
    says: '16,384 of 50,000 are reserved for the output, 33 %: 34,200 real compact at step 1.',
    quiet: ['u 400\n-- 190000\nm 400\n-- 190100', { policy: pi, settings: { window: 200_000 } }],
  },
  {
    id: 'override-clamped',
    fires: ['u 400\n-- 100', { policy: codex, settings: { window: 100_000, limit: 95_000 } }],
    steps: [0],
    says: '95,000 asked for, 90,000 in force: the policy only lowers its own.',
    quiet: ['u 400\n-- 100', { policy: codex, settings: { window: 100_000, limit: 50_000 } }],
  },
  {
    id: 'degenerate-headroom',
    fires: ['u 400\n-- 100', { policy: pi, settings: { window: 16_384 } }],
    steps: [0],
    says: 'A threshold of 0 in a window of 16,384, 0 %: every request compacts.',
    quiet: ['u 400\n-- 100', { policy: pi, settings: { window: 200_000 } }],
  },
  {
    id: 'wrong-window',
    fires: ['u 400\n-- 150000 > 140000'],
    steps: [0],
    says: 'A window of 200,000 is set; the provider accepts 140,000 at most, step 0. The threshold is 180,000, above it.',
    quiet: ['u 400\n-- 150000 > 140000', { settings: { window: 130_000 } }],
  },
  {
    id: 'stale-count',
    fires: [
      'u 40\n-- 9000\nm 40\n-- ?\nm 40\n-- ?',
      { settings: { window: 10_000, resetCalibration: false } },
    ],
    steps: [2],
    says: 'Step 2 decides with 9,000, counted at step 0, before the compaction at 1: step 2.',
    quiet: ['u 40\n-- 9000\nm 40\n-- ?\nm 40\n-- ?', small],
  },
];

describe('a detector of thresholds', () => {
  firesAndStaysQuiet(cases);
});

it('a growth that nothing refuses is a warning, a refused one an error', () => {
  const severity = (head: string) =>
    found('growth-over-buffer', `${head}u 20000\n-- 5000\nm 40\n-- 9500`, plain)[0]?.severity;
  expect(severity('limit 10000\n')).toBe('warning');
  expect(severity('limit 9000\n')).toBe('error');
});

it('the usual growth of a session stands beside the one that is too large', () => {
  const picture = `u 20000\n-- 5000\n${rising(9, 5_900)}\nm 40\n-- 9500`;
  const [one] = found('growth-over-buffer', picture, plain);
  expect(one?.figures).toContainEqual({
    name: 'median growth of a step',
    value: 100,
    unit: 'tokens',
  });
});
