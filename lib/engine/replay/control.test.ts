import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { recorded } from '@/lib/policies/highwater/recorded';
import type { Settings } from '@/lib/engine/policy/fields';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { control } from './control';
import { replay } from './replay';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** The user compacts before step 2; nothing reaches a threshold of 80,000. */
const session = drawnSession(
  'u 400\n-- 1200\nm 400\n-- 1400\nm 400\n== compact 320 manual\n-- 1000\nm 400\n-- 1200\nm 400\n-- 1400',
);
const settings: Settings = contextGuardThreshold.settings.parse({ window: 100_000 });

describe('the compactions that the recording’s user asked for', () => {
  it('are given to the control and to every what-if, at the recorded steps', () => {
    expect(session.byHand).toEqual([2]);
    expect([...control(session, { policy: contextGuardThreshold, settings }).columns.compacted])
      // prettier-ignore
      .toEqual([0, 0, 1, 0, 0]);
    const wide = replay(session, contextGuardThreshold, { ...settings, window: 120_000 } as never);
    expect([...wide.columns.compacted]).toEqual([0, 0, 1, 0, 0]);
    expect(wide.byHand).toEqual([2]);
  });

  it('cover the log as it stood then: what was written before the next request stays behind them', () => {
    const late = drawnSession(
      'u 400\n-- 1200\nm 400\n-- 1400\nm 400\n== compact 320 manual\nu 40\nu 80\n-- 1000\nm 400\n-- 1200',
    );
    const { divergence, columns } = replay(
      late,
      claudeCode,
      claudeCode.settings.parse({ files: 0, summary: 'recorded' }),
    );
    expect([divergence, columns.covered[2], columns.heuristic[2]]).toEqual([-1, 3, 300]);
    expect([...columns.real]).toEqual([1_200, 1_400, 1_000, 1_200]);
    expect([...late.profile.steps.entries]).toEqual([1, 2, 5, 6]);
  });

  it('leave one with the policy’s own rule where none is to be given', () => {
    const alone = replay(session, contextGuardThreshold, settings as never, { byHand: [] });
    expect(alone.columns.compacted.includes(1)).toBe(false);
  });

  it('are no steps of a policy that is told where to compact', () => {
    const told = replay(session, claudeCode, claudeCode.settings.parse({}), { compactAt: [3] });
    expect(told.columns.compacted[2]).toBe(0);
  });

  it('change nothing of the recording itself', () => {
    const ran = replay(session, recorded, {});
    expect([...ran.columns.real]).toEqual([...session.profile.steps.real]);
  });
});

describe('a recording without them', () => {
  it('is replayed as before: automatic and unknown compactions are no user’s', () => {
    const auto = textSession('u 400\n-- 1200\nm 400\n== compact 320 auto\n-- 1000\nm 40\n-- 1100');
    expect(preparedSession(auto).byHand).toEqual([]);
  });
});
