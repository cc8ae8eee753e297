import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mark, prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { drawnFlow } from '@/lib/engine/replay/testing/drawn-sessions';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { clairvoyant } from './clairvoyant';
import { SUMMARY_WRAPPER } from '@/lib/engine/mechanisms/summary-text';
import type { Policy } from '@/lib/engine/policy/policy';
import { policies } from '../registry';

const settings = (chosen: object) => clairvoyant.settings.parse(chosen);

describe('clairvoyant, by hand', () => {
  /** Density 2, a hidden prefix of 1,000; real grows by 200 a step from 1,200. */
  const STEADY =
    'u 400\n-- 1200\nm 400\n-- 1400\nm 400\n-- 1600\nm 400\n-- 1800\nm 400\n-- 2000\nm 400\n-- 2200';
  const session = prepare(measureSession(textSession(STEADY)));
  const run = (window: number) =>
    replay(session, clairvoyant, settings({ window, summary: 'bytes', summaryBytes: 320 })).columns;

  it('compacts at the first step that would not fit, and sends the summary alone', () => {
    const out = run(1_700);
    // 1,800 > 1,700 at step 3. Sent: 1,000 + 2 × (80 + 320) / 4 = 1,200; then 200 a step.
    expect([...out.compacted]).toEqual([0, 0, 0, 1, 0, 0]);
    expect([...out.real]).toEqual([1_200, 1_400, 1_600, 1_200, 1_400, 1_600]);
    expect(out.realBefore[3]).toBe(1_800);
    expect([out.heuristicSent[3], out.contentsSent[3], out.addedTokens[3]]).toEqual([100, 1, 0]);
  });

  it('sends a request of exactly the window', () => {
    expect(run(2_200).compacted.includes(1)).toBe(false);
    expect([...run(2_199).compacted]).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('decides on the real size, before anyone reported it', () => {
    const out = run(10_000);
    expect([...out.decision]).toEqual([1_200, 1_400, 1_600, 1_800, 2_000, 2_200]);
    expect([...out.threshold]).toEqual([...out.window]);
  });
});

interface Case {
  readonly session: Replayable;
  readonly limit: number;
  readonly bytes: number;
}

/** Generated sessions with one size of summary. */
const cases: fc.Arbitrary<Case> = fc
  .tuple(
    drawnFlow,
    fc.constantFrom(4_000, 8_000, 20_000, 60_000),
    fc.integer({ min: 100, max: 6_000 }),
  )
  .map(([{ session }, limit, bytes]) => ({ session, limit, bytes }));

const overflows = ({ marks }: Replay): readonly number[] =>
  [...marks.keys()].filter((step) => ((marks[step] ?? 0) & mark.overflow) !== 0);

const compactions = ({ columns }: Replay): readonly number[] =>
  [...columns.compacted.keys()].filter((step) => columns.compacted[step] === 1);

/** A replay whose every summary is `bytes` long. */
function replayed(policy: Policy, { session, limit }: Case, window: number, bytes: number): Replay {
  const defaults = policy.settings.parse({}) as object;
  const chosen = 'window' in defaults ? { ...defaults, window } : defaults;
  return replay(session, policy, policy.settings.parse(chosen), { limit, script: [{ bytes }] });
}

/** Its requests hold every entry, or the summary does: nothing lost, blanked or cut out. */
const keepsAll = ({ notes, columns }: Replay): boolean =>
  notes.elisions.length === 0 &&
  columns.covered.every((covered, step) => covered <= (columns.summarised[step] ?? 0));

describe('the floor, on generated sessions', () => {
  it('overflows only where prefix and summary alone are too large', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { session, limit, bytes } = one;
        const made = replayed(clairvoyant, one, limit, bytes);
        const { steps } = session.profile;
        for (const step of overflows(made)) {
          const least = session.prefixTokens + Math.floor((SUMMARY_WRAPPER + bytes) / 4);
          expect(Math.trunc(least * (steps.ratio?.[step] ?? NaN))).toBeGreaterThan(limit);
          expect(made.columns.compacted[step]).toBe(1);
        }
      }),
      { numRuns: 500, seed: 21 },
    );
  });

  /** Compactions compared: a policy that loses entries or always overflows adds none. */
  let compared = 0;
  const others = policies.filter(({ id }) => id !== clairvoyant.id);
  it.each(others.map((policy) => [policy.id, policy] as const))(
    'no run of %s without an overflow has fewer compactions, up to any step',
    (_, policy) => {
      fc.assert(
        fc.property(cases, fc.constantFrom(0.5, 0.8, 1, 1.2), (one, share) => {
          const { session, limit, bytes } = one;
          const other = replayed(policy, one, Math.trunc(limit * share), bytes);
          if (overflows(other).length > 0 || !keepsAll(other)) return;
          // A policy may wrap its summary in fewer bytes: the same summary entry for both.
          const wrapper = other.form.wrapperBytes - SUMMARY_WRAPPER;
          const own = replayed(clairvoyant, one, limit, Math.max(0, bytes + wrapper));
          expect(overflows(own)).toEqual([]);
          compared += compactions(own).length;
          const theirs = compactions(other);
          compactions(own).forEach((step, k) => {
            expect(theirs[k] ?? session.profile.stepCount).toBeLessThanOrEqual(step);
          });
        }),
        { numRuns: 100, seed: 22 },
      );
    },
  );

  it('compared enough of them', () => {
    expect(compared).toBeGreaterThan(300);
  });
});
