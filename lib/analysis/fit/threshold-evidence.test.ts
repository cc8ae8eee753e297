import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import type { RecordedCompaction } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { inferSetting, thresholdEvidence, type ThresholdEvidence } from './threshold-evidence';

/** A profile whose compactions have the agent's counts. */
function recorded(
  picture: string,
  said: readonly Partial<Pick<RecordedCompaction, 'preTokens' | 'trigger'>>[] = [],
): Profile {
  const session = textSession(picture);
  const compactions = session.compactions.map((one, i) => ({
    ...one,
    trigger: 'auto' as const,
    ...said[i],
  }));
  return measureSession({ ...session, compactions });
}

describe('the evidence of a threshold', () => {
  const picture = `
    u 400
    -- 150000
    m 4
    -- 160000
    m 4
    == compact 40
    -- 20000
    m 4
    -- 159000
    m 4
    -- 210000 > 200000
    == compact 40
    -- 30000
    m 4
    -- 170000
  `;

  it('is every count at which the agent compacted, and the greatest at which it went on', () => {
    // Behind 160,000 it compacted; 210,000 was refused, which is why it compacted behind it; nothing
    // came after 170,000.
    expect(thresholdEvidence(recorded(picture, [{ preTokens: 160_400 }, {}]))).toEqual({
      fired: [{ step: 2, tokens: 160_400 }],
      held: { step: 3, tokens: 159_000 },
    });
  });

  it('leaves out what a user asked for, and what nobody knows the cause of', () => {
    const profile = recorded(picture, [{ trigger: 'manual' }, { trigger: 'unknown' }]);
    expect(thresholdEvidence(profile).fired).toEqual([]);
    // Nor what the agent did not count: a large result may have come behind the newest request.
    expect(thresholdEvidence(recorded(picture)).fired).toEqual([]);
  });
});

describe('the setting that explains a recording', () => {
  const million = claudeCode.settings.parse({ window: 1_000_000 });
  const windows = [200_000, 1_000_000];
  const infer = (
    fired: readonly number[],
    held: number | null,
    settings: object = million,
  ): ReturnType<typeof inferSetting> => {
    const evidence: ThresholdEvidence = {
      fired: fired.map((tokens, i) => ({ step: 10 * (i + 1), tokens })),
      held: held === null ? null : { step: 7, tokens: held },
    };
    const parsed = claudeCode.settings.parse(settings);
    return inferSetting({ policy: claudeCode, settings: parsed, windows }, evidence);
  };

  it('is none where the assumption explains it', () => {
    expect(infer([967_100], 966_000)).toBeNull();
    expect(infer([], 166_000, { window: 200_000 })).toBeNull();
    // 2 % of 167,000 are 3,340: a transcript lacks that much now and then.
    expect(infer([163_700], 170_000, { window: 200_000 })).toBeNull();
  });

  it('is the smaller window where it compacted far below the assumed one', () => {
    const found = infer([167_766, 167_500], 166_000);
    expect([found?.settings['window'], found?.from]).toEqual([200_000, 10]);
    expect(found?.text).toBe(
      'step 10 compacted by itself at 167,766 tokens, below a threshold of 967,000: a window of 200,000 explains it, 1,000,000 was assumed',
    );
  });

  it('is the larger window where requests went on above the assumed one', () => {
    const found = infer([], 194_535, { window: 200_000 });
    expect([found?.settings['window'], found?.from]).toEqual([1_000_000, null]);
    expect(found?.text).toContain(
      'it went on after 194,535 tokens at step 7, above a threshold of 167,000',
    );
    expect(found?.text).toContain('so does compaction switched off');
  });

  it('is an override in percent where no window gives it', () => {
    // (200,000 − 20,000) × 80 % = 144,000, between 143,000 and 144,900.
    const found = infer([146_000, 144_900], 143_000, { window: 200_000 });
    expect(found?.settings).toMatchObject({ window: 200_000, percent: 80, observed: 0 });
    expect([found?.from, found?.text.includes('80 % of a window of 200,000')]).toEqual([20, true]);
  });

  it('is the roundest window between the two counts where no override gives it either', () => {
    const found = infer([146_700, 147_000], 146_200, { window: 200_000 });
    // 33,000 below a window: 179,201 to 179,700.
    expect(found?.settings).toMatchObject({ window: 179_500, percent: 0, observed: 0 });
    expect([found?.from, found?.text.includes('(any from 179,201 to 179,700 does)')]).toEqual([
      10,
      true,
    ]);
    // anthropics/claude-code#72600: CLAUDE_CODE_AUTO_COMPACT_WINDOW=500000.
    const reported = infer([468_102], 466_940);
    expect(reported?.settings).toMatchObject({ window: 500_000, observed: 0 });
  });

  it('is none where compactions contradict each other', () => {
    expect(infer([120_000], 150_000, { window: 200_000 })).toBeNull();
  });

  it('is none for a policy whose windows are not known', () => {
    const evidence: ThresholdEvidence = { fired: [{ step: 3, tokens: 1_000 }], held: null };
    const assumed = { policy: claudeCode, settings: million, windows: [] };
    expect(inferSetting(assumed, evidence)).toBeNull();
  });
});
