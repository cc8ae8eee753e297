import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { geminiCli } from '@/lib/policies/gemini-cli/policy';
import { none } from '@/lib/policies/highwater/none';
import { recorded } from '@/lib/policies/highwater/recorded';
import { openaiTruncation } from '@/lib/policies/server/openai-truncation';
import type { Policy } from '@/lib/engine/policy/policy';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { prepare } from '../prepare';
import { replay, type Replay } from '../replay';
import { parseFault, type Fault } from './faults';

function faults(...texts: readonly string[]): readonly Fault[] {
  return texts.map((text) => {
    const parsed = parseFault(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.value;
  });
}

/** Density 2 behind a hidden prefix of 1,000 tokens; every step adds 100 heuristic tokens. */
const STEADY = prepare(
  measureSession(
    textSession(
      'u 400\n-- 1200\nm 400\n-- 1400\nm 400\n-- 1600\nm 400\n-- 1800\nm 400\n-- 2000\nm 400\n-- 2200',
    ),
  ),
);

function run<S>(policy: Policy<S>, chosen: object, ...texts: readonly string[]): Replay {
  return replay(STEADY, policy, policy.settings.parse(chosen), { faults: faults(...texts) });
}

/** Nothing fires by itself: the threshold is 80,000. */
const WIDE = { window: 100_000, summary: 'bytes', summaryBytes: 320, quoteRequest: false };

const says = ({ faults: effects }: Replay): string | undefined => effects[0]?.text;

describe('a compaction by hand', () => {
  it('is made at its step, by the policy’s own way of compacting, to the integer', () => {
    const made = run(contextGuardThreshold, WIDE, 'compact@2');
    const { columns } = made;
    expect([...columns.compacted]).toEqual([0, 0, 1, 0, 0, 0]);
    // 300 × (1,400 / 200 → 5) = 1,500 is what the rule thought, far below 80,000.
    expect([columns.heuristic[2], columns.decision[2]]).toEqual([300, 1_500]);
    // (80 + 320) >> 2 = 100 and a continuation of 187 >> 2 = 46.
    expect([columns.heuristicSent[2], columns.summaryBytes[2]]).toEqual([146, 320]);
    expect([columns.realBefore[2], columns.real[2]]).toEqual([1_600, 1_000 + 2 * 146]);
    // Step 3: the summary and one new entry; 200 × (1,292 / 146 → 5).
    expect([columns.heuristic[3], columns.calibrated[3]]).toEqual([200, 1_000]);
    expect(columns.real[3]).toBe(1_400);
    expect(made.divergence).toBe(2);
    expect(says(made)).toBe(
      'The user compacts by hand before step 2. 300 tokens become 146 (heuristic).',
    );
  });

  it('adds itself to those of the rule', () => {
    const narrow = { ...WIDE, window: 2_000 };
    // Alone the rule fires at step 3: the last real is 1,600. After a compaction at 1 step 3 holds 300,
    // 300 × 5 = 1,500, and step 4 400, 400 × 5 = 2,000.
    expect([...run(contextGuardThreshold, narrow).columns.compacted]).toEqual([0, 0, 0, 1, 0, 0]);
    const { columns } = run(contextGuardThreshold, narrow, 'compact@1', 'compact@5');
    expect([...columns.compacted]).toEqual([0, 1, 0, 0, 1, 1]);
  });

  it('changes nothing where the rule compacts as well', () => {
    const narrow = { ...WIDE, window: 2_000 };
    const made = run(contextGuardThreshold, narrow, 'compact@3');
    expect(made.columns).toEqual(run(contextGuardThreshold, narrow).columns);
    expect(says(made)).toMatch(/ The policy’s own rule compacts there as well\.$/);
  });

  it('comes after a state lost before the same step', () => {
    const { columns } = run(contextGuardThreshold, WIDE, 'compact@2', 'state-lost@2');
    // No last real: 300 × 2.5.
    expect([columns.decision[2], columns.compacted[2]]).toEqual([750, 1]);
  });

  it.each([
    [contextGuardThreshold, { ...WIDE, attempts: 0 }, 'ContextGuard threshold compacts nothing'],
    [none, {}, 'No compaction compacts nothing'],
    [recorded, {}, 'As recorded compacts nothing'],
    // Dropping the oldest is no summary: a request that fits stays whole.
    [openaiTruncation, { window: 100_000 }, 'compacts nothing'],
  ] as const)('has no effect where nothing can be compacted: %#', (policy, chosen, why) => {
    const made = run(policy as Policy, chosen, 'compact@2');
    expect(made.columns.compacted.includes(1)).toBe(false);
    expect(made.faults[0]?.step).toBe(-1);
    expect(says(made)).toContain(`No effect: `);
    expect(says(made)).toContain(why);
  });

  it('is not held back by what keeps a policy from firing by itself', () => {
    const off = run(claudeCode, { window: 200_000, enabled: false }, 'compact@2');
    expect(off.columns.compacted[2]).toBe(1);
    expect(off.notes.events.some(({ text }) => text.includes('trigger: manual'))).toBe(true);
    const short = { window: 200_000, summary: 'bytes', summaryBytes: 40 };
    expect(run(geminiCli, short, 'compact@5').columns.compacted[5]).toBe(1);
  });
});
