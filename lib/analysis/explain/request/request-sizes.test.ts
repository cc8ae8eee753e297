import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/builtin';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { policies } from '@/lib/policies/registry';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { entryRanges } from '../request-ranges';
import { requestSizes } from './request-sizes';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { sampleSession } from '@/lib/tools/samples/samples';

/** Every part of a request by itself, entry by entry. */
function partsOf(made: Replay, step: number): readonly number[] {
  const { system, tools, hidden, head, joined, summary, added, rest, entry } = requestSizes(
    made,
    step,
  );
  const entries = entryRanges(made, step)
    .filter(({ fate }) => fate === 'sent')
    .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => entry(from + i)));
  const hiddens = joined.map(({ tokens }) => tokens);
  return [system, tools, hidden, head, ...hiddens, summary, added, ...entries, rest];
}

it('gives back every token of the incident: 88,403 of prefix, 69,576 of servers, the rest entries', () => {
  const session = preparedSession(sampleSession('production-incident'));
  const settings = sessionSettings(contextGuardThreshold, session.profile.head);
  const made = replay(session, contextGuardThreshold, settings);
  const { system, tools, hidden, joined, entries, rest, real, projected } = requestSizes(made, 143);
  // What the cause names, and 56 of the recorded system prompt.
  expect([hidden, system, tools]).toEqual([88_347, 56, 0]);
  expect([system + tools + hidden, real, projected]).toEqual([88_403, 200_819, false]);
  expect(joined).toEqual([
    { step: 31, tokens: 9_802 },
    { step: 77, tokens: 12_404 },
    { step: 118, tokens: 7_298 },
    { step: 143, tokens: 40_072 },
  ]);
  // 42,840 at 1.79, but for the rounding of 144 groups.
  expect(entries + rest).toBe(42_840);
  expect(Math.abs(rest)).toBeLessThan(10);
});

it('adds up to the request as sent at every step of generated sessions, under every policy', () => {
  fc.assert(
    fc.property(arbitrarySession, fc.constantFrom(...policies), (session, policy) => {
      const prepared = preparedSession(session);
      const made = replay(prepared, policy, sessionSettings(policy, prepared.profile.head));
      for (let step = 0; step < prepared.profile.stepCount; step++) {
        const parts = partsOf(made, step);
        expect(parts.every(Number.isInteger)).toBe(true);
        expect(parts.slice(0, -1).every((tokens) => tokens >= 0)).toBe(true);
        expect(parts.reduce((sum, tokens) => sum + tokens, 0)).toBe(made.columns.real[step]);
      }
    }),
    { numRuns: 200 },
  );
});
