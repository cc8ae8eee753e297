import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaySession } from '@/lib/analysis/subject/replay-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { nextRequest, type NextModel } from './next-request';

/** A recording of Claude Code whose last request had so many tokens, and one more message behind it. */
function subject(real: number, end = 'm 400') {
  const drawn = textSession(`limit 1000000\nu 400\n-- ${real - 1_000}\nm 400\n-- ${real}\n${end}`);
  const source = { ...drawn.source, format: 'claude-code', agent: 'Claude Code' };
  const session = { ...drawn, source: { ...source, agentVersion: '2.1.99' } };
  const profile = measureSession(session);
  const replayed = replaySession({ draft: { head: session }, profile });
  if (!replayed.ok) throw new Error(replayed.error.message);
  return replayed.value;
}

const to = (tokens: number): NextModel => ({
  ...{ model: 'claude-haiku-4-5', isSame: false },
  limit: { tokens, source: 'table' },
});

const later: NextModel = {
  ...{ model: null, isSame: true },
  limit: { tokens: 1_000_000, source: 'table' },
};

describe('the next request of a session', () => {
  it('holds the last one and what came since, and meets the policy under the other window', () => {
    const { request, run, compacts, after } = nextRequest(subject(180_000), to(200_000));
    expect(request.tokens).toBeGreaterThan(180_000);
    expect(run.settings['window']).toBe(200_000);
    expect(compacts).toBe(true);
    expect(after?.tokens).toBeLessThan(request.tokens);
  });

  it('is sent as it is where the window is the one that the session has', () => {
    const { compacts, factor, request } = nextRequest(subject(180_000), later);
    expect([compacts, factor.value]).toEqual([false, 1]);
    expect(request.low).toBeLessThanOrEqual(request.tokens);
    expect(request.high).toBeGreaterThanOrEqual(request.tokens);
  });

  it('follows a compaction behind the last step', () => {
    const { request } = nextRequest(subject(180_000, '== compact 40\nm 400'), later);
    expect(request.tokens).toBeLessThan(180_000);
  });

  it('compacts under every window at or below its size, and under none above it by the reserve', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60_000, max: 400_000 }), (real) => {
        const one = subject(real);
        expect(nextRequest(one, to(real)).compacts).toBe(true);
        expect(nextRequest(one, to(2 * real + 80_000)).compacts).toBe(false);
      }),
      { numRuns: 15 },
    );
  });
});
