import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { contextGuardTail } from '@/lib/policies/contextguard/tail';
import { goatAsCoded } from '@/lib/policies/goat/as-coded';
import { guardAgreement } from '@/lib/engine/replay/guard-agreement';
import { replay } from '@/lib/engine/replay/replay';
import { callSequence } from './call-sequence';
import { stateKeysAt } from './state-keys';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const session = drawnSession(`
      u 4000
      -- 2000
      m 400
      u 20000
      -- 9000
      m 400
      u 400
      -- 900
    `);
const chosen = contextGuardThreshold.settings.parse({
  window: 8_000,
  summary: 'bytes',
  summaryBytes: 400,
});
const run = replay(session, contextGuardThreshold, chosen);

describe('the session keys', () => {
  it('stand by their real names before and after both callbacks', () => {
    // Step 1: 2,000 ÷ 1,000 = 2; trunc(6,100 × 2) = 12,200 fires; summary (80 + 400) ÷ 4, continuation (238 + 20,000) ÷ 4.
    expect(stateKeysAt(run, 1)).toEqual([
      row('summary', 'summary', 'bytes', [null, 400, 400]),
      row('watermark', 'contents_at_compaction', 'entries', [null, 3, 3]),
      row('summarizedAt', 'summarized_at', 'tokens', [null, 12_200, 12_200]),
      row('realTokens', 'real_tokens', 'tokens', [2_000, 0, run.columns.realAfter[1] ?? -1]),
      row('lastHeuristic', 'last_heuristic', 'tokens', [1_000, 5_179, 5_179]),
    ]);
  });

  it('are absent before the first callback', () => {
    expect(stateKeysAt(run, 0).map(({ before }) => before)).toEqual([null, null, null, null, null]);
  });

  it('go on where the step before left them', () => {
    for (const step of [1, 2]) {
      const after = stateKeysAt(run, step - 1).map((one) => one.after);
      expect(stateKeysAt(run, step).map((one) => one.before)).toEqual(after);
    }
  });

  it('are two for the version that knew no more', () => {
    const early = replay(session, contextGuardTail, contextGuardTail.settings.parse({}));
    expect(stateKeysAt(early, 1).map(({ key }) => key)).toEqual(['summary', 'summarizedAt']);
  });

  it('are none for a policy that keeps none', () => {
    const goat = replay(session, goatAsCoded, goatAsCoded.settings.parse({}));
    expect(stateKeysAt(goat, 1)).toEqual([]);
    expect(callSequence(goat, 1)).toBeNull();
  });

  it('are compared with a recording, all five', () => {
    const recorded = {
      realTokens: 1,
      lastHeuristic: 2,
      watermark: 3,
      summaryBytes: 4,
      reads: 'text' as const,
    };
    const { profile } = session;
    const compaction = {
      entry: 3,
      step: 1,
      kind: 'summary' as const,
      trigger: 'auto' as const,
      kept: [],
      elided: [],
      preTokens: 5,
      postTokens: null,
      summaryTokens: 1,
      summaryBytes: 4,
      reads: 'text' as const,
    };
    const head = {
      ...profile.head,
      guard: [{ step: 1, ...recorded }],
      compactions: [compaction],
    };
    const known = { ...run, session: { ...session, profile: { ...profile, head } } };
    const mismatched = guardAgreement(known.session.profile, known).mismatches;
    expect(new Set(mismatched.map(({ key }) => key))).toEqual(
      new Set(['realTokens', 'lastHeuristic', 'summaryBytes', 'summarizedAt']),
    );
    expect(stateKeysAt(known, 1).map((one) => one.recorded)).toEqual([4, 3, 5, 1, 2]);
  });
});

describe('the sequence of a step', () => {
  it('has the calls of the reference with their numbers', () => {
    const stages = callSequence(run, 1) ?? [];
    expect(stages.map(({ call }) => call)).toEqual([
      'preprocess',
      'BeforeModelCallback',
      'GenerateContent',
      'AfterModelCallback',
      'handleFunctionCalls',
    ]);
    const calls = stages[1]?.calls ?? [];
    expect(calls.map(({ call }) => call)).toEqual([
      'loadSummary',
      'tokenCount',
      'Compact',
      'truncateForSummarizer',
      'summarize',
      'replaceSummary, injectContinuation',
      'resetCalibration',
      'persistSummary',
      'persistLastHeuristic',
    ]);
    expect(calls[1]?.text).toBe(
      '2,000 ÷ 1,000 gives 2×; 6,100 × 2 = 12,200; max with 2,000 = 12,200',
    );
    expect(calls[2]?.text).toBe('12,200 ≥ 6,400: yes');
  });

  it('stores nothing of a response without usage', () => {
    const silent = drawnSession('u 400\n-- ?');
    const quiet = replay(silent, contextGuardThreshold, chosen);
    const stages = callSequence(quiet, 0) ?? [];
    expect(stages[3]?.calls[0]?.text).toBe('no usage in this response: nothing is stored');
  });
});

function row(key: string, name: string, unit: string, values: readonly (number | null)[]) {
  const [before, between, after] = values;
  return {
    key,
    name: `__context_guard_${name}_<agent>`,
    unit,
    before,
    between,
    after,
    recorded: null,
  };
}
