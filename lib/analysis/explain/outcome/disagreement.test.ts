import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { claudeSource, explained } from '../cause/testing/explained';
import { decisionTexts } from '../ledger-decision';

/** A Codex rollout that compacts at step 2, and whose responses have tokens that no entry holds. */
function rollout(output: number) {
  const session = textSession(
    'limit 190000\nu 400\n-- 170000\nm 400\nu 400\n== compact 400\n-- 20000\nm 4\n-- 20010',
  );
  const source = { ...session.source, format: 'codex' };
  return { ...session, source, steps: session.steps.map((step) => ({ ...step, output })) };
}

const codex = { format: 'codex', agent: 'Codex', agentVersion: '0.169.0' };

describe('a recorded compaction that its policy does not ask for', () => {
  it('has a lower bound for a value where the file lacks a part of it: no disagreement', () => {
    const { decision, headline } = explained(rollout(9_000), { source: codex, step: 1 });
    expect(decision?.lacks).toBe('the encrypted reasoning of earlier turns');
    expect(decision?.words).toBe(
      'Compacted: the file lacks the encrypted reasoning of earlier turns',
    );
    if (decision === null) throw new Error('It decides');
    const { value, margin } = decisionTexts(decision);
    expect([value, margin].every((text) => text.startsWith('at least '))).toBe(true);
    expect(headline.text).not.toContain('although');
  });

  it('is a disagreement where the file shows no such gap', () => {
    const { decision } = explained(rollout(0), { source: codex, step: 1 });
    expect([decision?.lacks, decision?.words]).toEqual([
      null,
      'Compacted, although the policy holds',
    ]);
  });

  it('is none where the user asked for it', () => {
    const picture =
      'limit 200000\nu 400\n-- 150000\nm 400\nu 4000\n== compact 400 manual\n-- 30000';
    const { decision } = explained(picture, { source: claudeSource, step: 1 });
    expect(decision?.words).toBe('Compacted: the user asked for it');
  });

  it('is none where the user may have asked: no trigger is named, and no threshold was near', () => {
    const picture = 'limit 200000\nu 400\n-- 60000\nm 400\nu 4000\n== compact 400\n-- 30000';
    const told = explained(picture, { source: claudeSource, step: 1 });
    expect(told.decision?.words).toBe('Compacted: may be its user’s: the file names no trigger');
    expect(told.headline.text).toBe(
      'Step 1 compacted: it may be its user’s, as the file names no trigger and 61,100 tokens are far below the threshold of 167,000.',
    );
    expect([told.turned, told.untested]).toEqual([null, null]);
  });
});

describe('a recorded compaction that failed', () => {
  const picture = (end: string): string =>
    `limit 200000\nu 400\n-- 166000\nm 400\nu 4000\n${end}\n-- 167200\nm 4\nu 4\n-- 167300`;

  it('is the step’s outcome, with the file’s reason, and agrees with a policy that asks', () => {
    const { headline, decision, outcome } = explained(picture('== failed rate limited'), {
      source: claudeSource,
      step: 1,
    });
    expect(outcome).toEqual({ policy: 'failed', provider: 'answered' });
    expect(headline.text).toBe(
      'Step 1 failed to compact: the recorded compaction failed: rate limited.',
    );
    expect(decision?.words).toBe('Failed: the recorded compaction failed: rate limited');
  });

  it('is none of a what-if, which decides for itself', () => {
    const { headline, outcome } = explained(picture('== failed rate limited'), {
      source: claudeSource,
      step: 1,
      set: { window: 250_000 },
    });
    expect(outcome.policy).toBe('held');
    expect(headline.text).toMatch(/^Step 1 holds: .+\.$/);
    expect(headline.text).not.toContain('rate limited');
  });

  it('has a reason on one line, without controls and keys', () => {
    const key = `sk-${'a'.repeat(40)}`;
    const session = textSession(picture('== failed x'));
    const [failed] = session.failedCompactions ?? [];
    if (failed === undefined) throw new Error('It failed');
    const reason = `Bad key ${key}\u001b[31m\u202e!`;
    const { headline } = explained(
      { ...session, failedCompactions: [{ ...failed, reason }] },
      { source: claudeSource, step: 1 },
    );
    expect(headline.text).toBe(
      'Step 1 failed to compact: the recorded compaction failed: Bad key … [31m[U+202E].',
    );
  });

  it('is one that its policy would not have tried, where it is below its threshold', () => {
    const below = 'limit 200000\nu 400\n-- 16000\nm 400\n== failed\nu 400\n-- 16700';
    expect(explained(below, { source: claudeSource, step: 1 }).headline.text).toBe(
      'Step 1 failed to compact, although its policy holds: the recorded compaction failed.',
    );
  });
});
