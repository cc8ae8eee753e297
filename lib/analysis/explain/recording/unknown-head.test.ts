import { expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { unknownHead, unknownHeadText } from './unknown-head';

const startingAt = (real: number, format: string) => {
  const session: Session = textSession(`u 4000\n-- ${real}\nm 4000\n-- ${real + 1_000}`);
  const profile = measureSession(session);
  return prepare({ ...profile, head: { ...profile.head, source: format } });
};

it('names what a recording that starts in the middle lacks, and what its prefix is taken as', () => {
  // 1,000 visible tokens at a density of 1, a prefix of 27,423, and 98,765 that nobody recorded.
  const session = startingAt(127_188, 'claude-code');
  expect(unknownHead(session)).toEqual({ tokens: 98_765, prefix: 27_423 });
  expect(unknownHeadText(session, 'Claude Code')).toBe(
    'The recording starts in the middle: 98,765 tokens of its first request are not in it; a compaction covers them. The prefix is taken as 27,423 tokens, what Claude Code begins with.',
  );
});

it('is quiet about a whole recording, and about an agent whose beginning was never measured', () => {
  expect(unknownHead(startingAt(40_000, 'claude-code'))).toBeNull();
  expect(unknownHeadText(startingAt(40_000, 'claude-code'), 'Claude Code')).toBeNull();
  expect(unknownHead(startingAt(127_188, 'picture'))).toBeNull();
});
