import { expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '../measure';
import type { Profile } from '../profile';
import { provenLimits, provenWords, withProvenLimits } from './proven-limits';

const MODEL = 'claude-opus-4-6';

/** A session of one request under the table's limit of its model. */
function session(real: number, { model = MODEL, refusedAt = 0, source = 'table' as const } = {}) {
  const measured = measureSession(textSession(`u 400\n-- ${real}`));
  const profile: Profile = {
    ...measured,
    head: { ...measured.head, models: [model], limit: { tokens: 200_000, source } },
    steps: {
      ...measured.steps,
      model: new Int32Array(1),
      limit: Int32Array.of(refusedAt),
      flags: Uint8Array.of(refusedAt > 0 ? 2 : 1),
    },
  };
  return profile;
}

it('an accepted request above the table’s limit raises it for the sessions of its model', () => {
  const proven = provenLimits([session(450_000), session(10_000)]);
  expect(withProvenLimits(session(10_000), proven).head.limit).toEqual({
    tokens: 1_000_000,
    source: 'raised',
  });
  expect(provenWords(proven.get(MODEL)!, 2)).toBe(
    'claude-opus-4-6: a request of 450,000 tokens was accepted, so 2 other sessions are judged by 1,000,000, not by the table’s 200,000.',
  );
});

it('a refusal that names a limit sets it, unless more was accepted', () => {
  const refused = session(260_000, { refusedAt: 180_000 });
  expect(withProvenLimits(session(9_000), provenLimits([refused])).head.limit).toEqual({
    tokens: 180_000,
    source: 'recording',
  });
  const both = provenLimits([refused, session(190_000)]);
  expect(withProvenLimits(session(9_000), both).head.limit?.tokens).toBe(200_000);
});

it('no session of another model, and none whose limit is not the table’s, is touched', () => {
  const proven = provenLimits([session(450_000)]);
  const others = [session(9_000, { model: 'gpt-5' }), session(9_000)].map((one, i) =>
    i === 0
      ? one
      : { ...one, head: { ...one.head, limit: { tokens: 150_000, source: 'user' } as const } },
  );
  for (const one of others) expect(withProvenLimits(one, proven)).toBe(one);
});
