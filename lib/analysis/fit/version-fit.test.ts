import { describe, expect, it } from 'vitest';
import type { RecordedCompaction } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { ClaimSource } from './claimed-policy';
import { fitVersions, groupWords, sessionEvidence, type SessionEvidence } from './version-fit';

const source = (agentVersion: string | null): ClaimSource => ({
  format: 'claude-code',
  agent: 'Claude Code',
  agentVersion,
});

/** Requests of `real` − 500, `real` and, after an automatic compaction, of `real` + ⌊4 / 4⌋ + ⌊36 / 4⌋ tokens. */
function evidence(
  real: number,
  version: string | null = '2.1.40',
  limit = 200_000,
  said: Partial<RecordedCompaction> = {},
): SessionEvidence {
  const picture = `limit ${limit}\nu 400\n-- ${real - 500}\nm 4\nu 36\n-- ${real}\nm 4\nu 36\n== compact 40\n-- 20000`;
  const session = textSession(picture);
  const compactions = session.compactions.map((one) => ({
    ...one,
    trigger: 'auto' as const,
    ...said,
  }));
  const found = sessionEvidence(source(version), measureSession({ ...session, compactions }));
  if (found === null) throw new Error('A policy claims it');
  return found;
}

describe('thresholds fitted over several sessions', () => {
  it('take the sessions of one version at one window together', () => {
    const [fit, ...more] = fitVersions([evidence(160_000), evidence(158_000), evidence(159_900)]);
    expect(more).toEqual([]);
    expect(fit?.group).toEqual({
      policy: 'claude-code',
      agent: 'Claude Code',
      version: '2.1.40',
      window: 200_000,
    });
    // The first held at 159,500 + 10 before its second request, so 158,010 contradicts it.
    expect(fit?.fitted).toEqual({
      tokens: 159_910,
      n: 3,
      sessions: 3,
      least: 158_010,
      greatest: 160_010,
      held: 159_510,
      contradicting: 1,
    });
  });

  it('never mix versions or windows', () => {
    const all = [
      evidence(160_000),
      evidence(160_100),
      evidence(150_000, '2.1.41'),
      evidence(960_000, '2.1.40', 1_000_000),
      evidence(150_500, '2.1.41'),
      evidence(155_000, null),
    ];
    expect(fitVersions(all).map(({ group, fitted }) => [group.version, fitted.sessions])).toEqual([
      ['2.1.40', 2],
      ['2.1.41', 2],
    ]);
  });

  it('need two sessions with a compaction that nobody asked for', () => {
    expect(fitVersions([evidence(160_000)])).toEqual([]);
    const manual = evidence(150_000, '2.1.40', 200_000, { trigger: 'manual' });
    expect(fitVersions([evidence(160_000), manual])).toEqual([]);
  });

  it('leave out a source that no policy claims, and keep one without compactions empty', () => {
    const profile = measureSession(textSession('u 4\n-- 10'));
    const foreign = { format: 'adk-session', agent: 'ADK', agentVersion: null };
    expect(sessionEvidence(foreign, profile)).toBeNull();
    expect(sessionEvidence(source('2.1.40'), profile)?.compactions).toEqual([]);
  });

  it('are named by agent, version and window', () => {
    expect(groupWords(evidence(160_000).group)).toBe('Claude Code 2.1.40 at a window of 200,000');
    expect(groupWords(evidence(160_000, null).group)).toBe(
      'Claude Code, version not recorded, at a window of 200,000',
    );
  });
});
