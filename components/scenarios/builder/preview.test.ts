import { describe, expect, it } from 'vitest';
import { wordsText } from '@/lib/engine/base/answer/words';
import { newPlan, type ScenarioPlan } from '@/lib/readers/scenarios/plan';
import { outcomeOf } from './preview';
import { previewOf } from './preview';

/** One text of 40 tokens a turn at a ratio of 2 and no prefix. */
const tiny: ScenarioPlan = {
  ...newPlan,
  window: 1_000,
  systemBytes: 0,
  toolTokens: 0,
  turns: 10,
  userBytes: 80,
  modelBytes: 80,
  tools: [],
  ratio: 2,
  quoteRequest: false,
  summaryBytes: 80,
};
const sentence = (plan: ScenarioPlan): string => wordsText(outcomeOf(previewOf(plan)));

describe('a preview', () => {
  it('never compacts where nothing grows', () => {
    // Step 9 holds 19 texts of 20 tokens: 380 × 2 = 760 of 1,000, below the threshold of 800.
    expect(sentence(tiny)).toBe(
      'Never compacts; nothing overflows. The largest request, at step 9, has 760 tokens: 76 % of the limit.',
    );
  });

  it('counts compactions; the next step holds summary, answer and question', () => {
    const { totals, peak, turns } = previewOf({ ...tiny, turns: 12 });
    // Step 10: 21 × 20 × 2 = 840 ≥ 800; summary (80 + 80) / 4 = 40 and continuation 46 are sent.
    expect(totals).toMatchObject({ steps: 12, stepsCompacted: 1, overflowSteps: 0 });
    expect([peak, turns]).toEqual([760, 12]);
    expect(sentence({ ...tiny, turns: 12 })).toMatch(/^Compacts once, at step 10; nothing/);
  });

  it('says overflow and loop', () => {
    expect(sentence({ ...tiny, attempts: 0, turns: 20 })).toMatch(
      /^Never compacts; overflows on 7 steps, first at step 13\. .* 1,560 tokens: 156 % of/,
    );
    expect(sentence({ ...tiny, systemBytes: 2_000, turns: 9 })).toMatch(/, in a loop; overflows/);
  });

  it('takes the default policy for one that is gone', () => {
    expect(previewOf({ ...tiny, policy: 'gone' }).policy.id).toBe('contextguard-threshold');
    expect(previewOf({ ...tiny, policy: 'none', turns: 20 }).totals.stepsCompacted).toBe(0);
  });
});
