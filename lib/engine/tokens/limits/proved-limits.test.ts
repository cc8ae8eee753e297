import { describe, expect, it } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { spanAt } from '@/lib/engine/base/search';
import { SessionBuilder, type StepInput } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { measureSession } from '../measure';
import type { Profile } from '../profile';
import { foreignSource, withLimit } from './limits';
import {
  assumedLimits,
  linkLimits,
  modelLimitTexts,
  readModelLimits,
  withModelLimits,
} from './model-limits';
import { joinedProofs, sessionProofs, underProofs } from './proved-limits';

const [opus, haiku] = ['claude-opus-4-5', 'claude-haiku-4-5'];

function profileOf(steps: readonly StepInput[]): Profile {
  const source = { format: 'test', file: 'test', agent: 'Test', sessionId: 's' };
  const store = new MemoryStore();
  const builder = new SessionBuilder(store, { name: 'test', source });
  for (const step of steps) builder.step(step);
  return measureSession(store.session(withLimit(builder.finish())));
}

const proofsOf = (...sessions: readonly Profile[]) =>
  joinedProofs(sessions.map((profile, i) => sessionProofs(`${i}.jsonl`, profile)));

describe('what a sibling proves', () => {
  const small = profileOf([{ model: opus, real: 90_000 }]);
  const large = profileOf([
    { model: opus, real: 210_000 },
    { model: opus, real: 320_000 },
  ]);

  it('raises what the table assumes, and names the session and the count', () => {
    const { head } = underProofs(small, proofsOf(small, large));
    expect(small.head.limit).toEqual({ tokens: 200_000, source: 'table' });
    expect(head.limit).toEqual({
      tokens: 1_000_000,
      source: 'proved',
      proof: { file: '1.jsonl', accepted: 320_000 },
    });
    expect(head.limit && foreignSource(head.limit)).toBe(
      'proved by the session of 1.jsonl, where this model accepted 320,000 tokens',
    );
  });

  it('is the limit that a refusal names, where nothing larger was accepted', () => {
    const refused = profileOf([{ model: opus, real: 150_001, rejected: true, limit: 150_000 }]);
    const { head } = underProofs(small, proofsOf(refused));
    expect(head.limit).toEqual({
      tokens: 150_000,
      source: 'proved',
      proof: { file: '0.jsonl', accepted: null },
    });
    const above = profileOf([{ model: opus, real: 160_000 }]);
    expect(underProofs(small, proofsOf(refused, above))).toBe(small);
  });

  it('is nothing for another model, for what it shows itself, and from a refused request', () => {
    const other = profileOf([{ model: haiku, real: 90_000 }]);
    expect(underProofs(other, proofsOf(large))).toBe(other);
    expect(underProofs(large, proofsOf(large))).toBe(large);
    const tried = profileOf([{ model: opus, real: 900_000, rejected: true }]);
    expect(underProofs(small, proofsOf(tried))).toBe(small);
  });

  it('is of the steps of its model alone', () => {
    const both = profileOf([
      { model: opus, real: 90_000 },
      { model: opus, real: 95_000 },
      { model: haiku, real: 100 },
    ]);
    const { head } = underProofs(both, proofsOf(large));
    expect(head.limit?.tokens).toBe(1_000_000);
    expect(head.environments).toEqual([
      { from: 0 },
      { from: 2, limit: { tokens: 200_000, source: 'table' } },
    ]);
  });
});

/** Sessions with windows, refusals and models of every kind. */
function drawnSessions(seed: number, count: number): readonly Profile[] {
  const random = seededRandom(seed);
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, () =>
    profileOf(
      Array.from({ length: 1 + Math.floor(random() * 8) }, (): StepInput => {
        const window = one([undefined, undefined, undefined, 2_432, 95_000, 258_400]);
        const rejected = random() < 0.1;
        return {
          model: one(['gpt-5.5', opus, haiku, 'never-heard-of']) ?? null,
          real: Math.floor(random() * 400_000),
          rejected,
          ...(window !== undefined && { window }),
          ...(rejected && { limit: one([null, 100_000]) ?? null }),
        };
      }),
    ),
  );
}

const inForce = ({ head, stepCount }: Profile) =>
  Array.from({ length: stepCount }, (_, step) => {
    const span = spanAt(head.environments ?? [], step);
    const limit = span?.limit ?? head.limit;
    return { window: span?.window ?? null, limit };
  });

it('never touches what a recording names: its windows, and limits of its own', () => {
  const sessions = drawnSessions(11, 400);
  const proofs = proofsOf(...sessions);
  let proved = 0;
  for (const session of sessions) {
    const before = inForce(session);
    const recorded = session.head.limit?.source === 'recording' ? session.head.limit : null;
    inForce(underProofs(session, proofs)).forEach(({ window, limit }, step) => {
      const { window: was = null, limit: own = null } = before[step] ?? {};
      // A window that was the session's limit is told apart where the limit is another now.
      expect(window ?? recorded?.tokens ?? null).toBe(was ?? recorded?.tokens ?? null);
      if (limit?.source === 'proved') proved++;
      if (own?.source === 'recording') expect(limit).toEqual(own);
    });
  }
  expect(proved).toBeGreaterThan(100);
});

describe('the limits that a link brings', () => {
  it('are those that it was made with, wherever it is opened', () => {
    for (const session of drawnSessions(5, 200)) {
      const made = underProofs(session, proofsOf(...drawnSessions(6, 20)));
      const limits = readModelLimits(modelLimitTexts(assumedLimits(made)));
      const opened = withModelLimits(session, limits);
      expect(inForce(opened).map(({ limit }) => limit?.tokens)).toEqual(
        inForce(made).map(({ limit }) => limit?.tokens),
      );
      expect(readModelLimits(linkLimits(opened)).size).toBeLessThanOrEqual(limits.size);
    }
  });

  it.each([
    '200000',
    '0@claude',
    '-5@claude',
    '1e9@claude',
    '9999999999@claude',
    `5@${'x'.repeat(201)}`,
    '5@a\u0000b',
    '5@a\u202Eb',
    '@claude',
    '5@',
  ])('are none with %j', (text) => {
    expect(readModelLimits([text]).size).toBe(0);
  });

  it('are few', () => {
    const texts = Array.from({ length: 500 }, (_, i) => `${i + 1}@model-${i}`);
    expect(readModelLimits(texts).size).toBe(20);
  });
});
