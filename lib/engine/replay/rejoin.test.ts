import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { bandOf } from './projection/band';
import { mark } from './prepare';
import { replay, type Replay } from './replay';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

/** Seven entries of 100 heuristic and 200 real tokens, and a hidden prefix of 1,000. */
const STEADY = [1_200, 1_400, 1_600, 1_800, 2_000, 2_200];
/** The same with densities of 1.5 to 2.5. */
const UNSTEADY = [1_200, 1_350, 1_600, 1_750, 2_000, 2_200];

/** A recording that compacts before step 6, to a summary of 200 heuristic tokens and 100 real ones besides. */
const picture = (reals: readonly number[], compaction = '== compact 800'): string =>
  `${reals.map((real) => `m 400\n-- ${real}`).join('\n')}\nm 400\n${compaction}\n-- 1500\nm 400\n-- 1700`;

const sessionOf = (text: string) => drawnSession(text);

/** Claude Code without files, its compactions at these steps. */
function compacted(text: string, compactAt: readonly number[], chosen: object): Replay {
  const settings = claudeCode.settings.parse({ files: 0, ...chosen });
  return replay(sessionOf(text), claudeCode, settings, { compactAt });
}

const reals = ({ columns }: Replay): readonly number[] => [...columns.real].slice(3);
const marks = (made: Replay): readonly number[] => [...made.marks].slice(3);
const band = (made: Replay): readonly (readonly [number | undefined, number | undefined])[] => {
  const { low, high } = bandOf(made);
  return [6, 7].map((step) => [low[step], high[step]]);
};

const { diverged, rejoined } = mark;
const joined = diverged | rejoined;
const asRecorded = { summary: 'recorded' };

describe('a request of the recorded entries, by hand', () => {
  it('is the recorded one where the summary is', () => {
    const same = compacted(picture(STEADY), [6], asRecorded);
    expect(same.divergence).toBe(-1);
    expect(reals(same)).toEqual([1_800, 2_000, 2_200, 1_500, 1_700]);
    expect(marks(same)).toEqual([0, 0, 0, 0, 0]);
    expect(same.columns.reproduced[6]).toBe(1);
  });

  it('differs by the summary alone: recorded real + 2 × (400 − 200)', () => {
    const longer = compacted(picture(STEADY), [6], { summary: 'bytes', summaryBytes: 1_600 });
    expect(longer.divergence).toBe(6);
    expect(reals(longer)).toEqual([1_800, 2_000, 2_200, 1_900, 2_100]);
    expect(marks(longer)).toEqual([0, 0, 0, joined, joined]);
  });

  it('has the band of both texts, or of its summary, and no other', () => {
    const longer = compacted(picture(UNSTEADY), [6], { summary: 'bytes', summaryBytes: 1_600 });
    const { value, low, high } = longer.session.projection.density;
    expect([low < value, high > value]).toEqual([true, true]);
    const at = (real: number): readonly [number, number] => [
      Math.trunc(real - Math.hypot(400, 200) * (value - low)),
      Math.trunc(real + Math.hypot(400, 200) * (high - value)),
    ];
    expect(band(longer)).toEqual([at(1_500 + 200 * value), at(1_700 + 200 * value)]);
    // A cap of 300 tokens for 2 × 200; the shortest is assumed to be a tenth of it.
    const cap = compacted(picture(STEADY), [6], { summary: 'cap', maxOutput: 300 });
    expect(reals(cap).slice(3)).toEqual([1_400, 1_600]);
    expect(band(cap)).toEqual([
      [1_130, 1_400],
      [1_330, 1_600],
    ]);
  });

  it('rejoins after a request that differed, and is never recorded again', () => {
    const early = compacted(picture(STEADY), [3, 6], asRecorded);
    expect(early.divergence).toBe(3);
    // Prefix, a summary of 200 and what came since: 1,000 + 400 + 200 k.
    expect(reals(early)).toEqual([1_400, 1_600, 1_800, 1_500, 1_700]);
    expect(marks(early)).toEqual([diverged, diverged, diverged, joined, joined]);
    expect(early.columns.reproduced[6]).toBe(0);
    expect(band(early)).toEqual([
      [1_500, 1_500],
      [1_700, 1_700],
    ]);
  });

  it('rejoins where the recording comes to hold what it holds; a tail is a kept range to the end', () => {
    const made = compacted(picture(STEADY, '== compact 800 kept 4-7'), [3], asRecorded);
    expect(marks(made)).toEqual([diverged, diverged, diverged, joined, joined]);
    expect(reals(made).slice(3)).toEqual([1_500, 1_700]);
  });

  it('leaves again with the next compaction', () => {
    const more = compacted(picture(STEADY), [6, 7], asRecorded);
    expect(more.divergence).toBe(7);
    expect(marks(more)).toEqual([0, 0, 0, 0, diverged]);
    const never = compacted(picture(STEADY), [], asRecorded);
    expect(marks(never)).toEqual([0, 0, 0, diverged, diverged]);
    expect(reals(never).slice(3)).toEqual([2_400, 2_600]);
  });
});

it('is touched by a cap below the recorded summary: ContextGuard’s window changes its cap', () => {
  const session = sessionOf(picture(STEADY));
  const run = (window: number): Replay => {
    const settings = { window, cap: 1, quoteRequest: false, summary: 'recorded' };
    return replay(session, contextGuardThreshold, contextGuardThreshold.settings.parse(settings), {
      faults: [{ kind: 'compact', step: 6 }],
    });
  };
  // The summary of 720 bytes inside its wrapper is 2 × 180 = 360 tokens; caps of 400 and of 290.
  const wide = run(4_000);
  expect([wide.divergence, ...reals(wide).slice(3)]).toEqual([-1, 1_500, 1_700]);
  const narrow = run(2_900);
  expect(narrow.divergence).toBe(6);
  // 1,500 − 2 × 200 + 290 + 2 × 20 for the wrapper.
  expect(reals(narrow).slice(3)).toEqual([1_430, 1_630]);
  expect(marks(narrow).slice(3)).toEqual([joined, joined]);
});
