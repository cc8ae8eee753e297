import { describe, expect, it } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { spanAt } from '@/lib/engine/base/search';
import { SessionBuilder, type StepInput } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { measureSession } from '../measure';
import type { Profile } from '../profile';
import { withLimit } from './limits';
import {
  assumedLimits,
  linkLimits,
  modelLimitTexts,
  readModelLimits,
  withModelLimits,
} from './model-limits';

const [opus, haiku] = ['claude-opus-4-5', 'claude-haiku-4-5'];

function profileOf(steps: readonly StepInput[]): Profile {
  const source = { format: 'test', file: 'test', agent: 'Test', sessionId: 's' };
  const store = new MemoryStore();
  const builder = new SessionBuilder(store, { name: 'test', source });
  for (const step of steps) builder.step(step);
  return measureSession(store.session(withLimit(builder.finish())));
}

const given = (model: string, tokens: number) => readModelLimits([`${tokens}@${model}`]);

it('a limit that is given is of the steps of its model alone', () => {
  const both = profileOf([
    { model: opus, real: 90_000 },
    { model: opus, real: 95_000 },
    { model: haiku, real: 100 },
  ]);
  const { head } = withModelLimits(both, given(opus, 1_000_000));
  expect(head.limit).toEqual({ tokens: 1_000_000, source: 'link' });
  expect(head.environments).toEqual([
    { from: 0 },
    { from: 2, limit: { tokens: 200_000, source: 'table' } },
  ]);
  expect(withModelLimits(both, given('another', 1_000_000))).toBe(both);
  expect(withModelLimits(both, given(opus, 200_000))).toBe(both);
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
  const limits = readModelLimits([opus, haiku, 'gpt-5.5'].map((model) => `777000@${model}`));
  let replaced = 0;
  for (const session of sessions) {
    const before = inForce(session);
    const recorded = session.head.limit?.source === 'recording' ? session.head.limit : null;
    inForce(withModelLimits(session, limits)).forEach(({ window, limit }, step) => {
      const { window: was = null, limit: own = null } = before[step] ?? {};
      // A window that was the session's limit is told apart where the limit is another now.
      expect(window ?? recorded?.tokens ?? null).toBe(was ?? recorded?.tokens ?? null);
      if (limit?.source === 'link') replaced++;
      if (own?.source === 'recording') expect(limit).toEqual(own);
    });
  }
  expect(replaced).toBeGreaterThan(100);
});

describe('the limits that a link brings', () => {
  it('are those that it was made with, wherever it is opened', () => {
    for (const session of drawnSessions(5, 200)) {
      const made = withModelLimits(session, given(opus, 1_000_000));
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
