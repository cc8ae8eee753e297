import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { RecordedCompaction, Session } from '@/lib/engine/session/schema';
import { firesAndStaysQuiet } from '../testing/both-ways';
import { findingsIn } from '../testing/found';

firesAndStaysQuiet([
  {
    id: 'compaction-failed',
    of: 'recording',
    fires: [
      'limit 200000\nu 40\n-- 97000\nm 40\n== failed Conversation too long\nu 40\n-- 97100',
      { settings: { window: 200_000 } },
    ],
    steps: [1],
    says: 'A compaction failed before step 1 at 97,000 tokens, 48 % of the window of 200,000: Conversation too long.',
    quiet: ['u 40\n-- 97000\n== compact 900\nu 40\n-- 9000'],
  },
  {
    id: 'rising-floor',
    of: 'recording',
    fires: [
      'u 40\n-- 200000\n== compact 900\nm 40\n-- 141659\n== compact 900\nm 40\n-- 160000\n== compact 900\nm 40\n-- 183691',
    ],
    steps: [1, 2, 3],
    says: '141,659 → 160,000 → 183,691 tokens are left by the compactions at steps 1, 2 and 3.',
    quiet: [
      'u 40\n-- 200000\n== compact 900\nm 40\n-- 141659\n== compact 900\nm 40\n-- 160000\n== compact 900\nm 40\n-- 150000',
    ],
  },
]);

/** A session whose compactions have the agent's own counts. */
function counted(picture: string, own: Partial<RecordedCompaction>): Session {
  const session = textSession(picture);
  return { ...session, compactions: session.compactions.map((one) => ({ ...one, ...own })) };
}

describe('the provider’s counts come before the agent’s own', () => {
  const grew = 'u 400\n-- 30029\n== compact 900\nm 400\n-- 197548';
  const session = counted(grew, { preTokens: 190_400, postTokens: 30_500 });
  const of = (id: string) => findingsIn(session).find(({ detector }) => detector === id);

  it('a request that grew behind a compaction is said so', () => {
    expect(of('compaction-grew')?.sentence).toBe('30,029 became 197,548 tokens: step 1.');
  });

  it('and the agent’s count is beside what was sent', () => {
    expect(of('own-count-apart')?.sentence).toBe(
      'Test counted 190,400 before the compaction at step 1; the provider counted 30,029: 6.34×.',
    );
    const near = counted(grew, { preTokens: 31_000 });
    expect(findingsIn(near).map(({ detector }) => detector)).not.toContain('own-count-apart');
  });
});
