/**
 * Sessions that the properties of all policies share. Drawing, generating and measuring one takes four
 * times as long as its replay, and each policy has properties over hundreds.
 */
import fc from 'fast-check';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { arbitraryScenario } from '@/lib/readers/scenarios/testing/arbitrary-scenario';
import {
  arbitrarySession,
  arbitraryUncompactedSession,
} from '@/lib/engine/session/testing/arbitrary-session';
import { runSeed } from '@/lib/tools/suites/endurance';
import { prepare, type Replayable } from '../prepare';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** Sessions of each kind. */
const DRAWN = 400;

/** Any of so many values, which are made when the first is needed. */
function anyOf<T, U>(drawn: fc.Arbitrary<T>, make: (value: T) => U): fc.Arbitrary<U> {
  let made: readonly U[] | undefined;
  return fc.noBias(fc.nat(DRAWN - 1)).map((at) => {
    made ??= fc.sample(drawn, { numRuns: DRAWN, seed: runSeed }).map(make);
    return made[at]!;
  });
}

/** A generated session of the ADK flow, with its scripted summaries and its limit. */
export interface DrawnFlow {
  readonly session: Replayable;
  readonly script: readonly ScriptedSummary[];
  readonly limit: number;
}

/** Sessions of the ADK flow. */
export const drawnFlow: fc.Arbitrary<DrawnFlow> = anyOf(arbitraryScenario, (scenario) => {
  const { profile, script, limit } = generateProfile(scenario, 'generated');
  return { session: prepare(profile), script, limit };
});

/** Any recording at all, gaps, rejections and recorded compactions included. */
export const drawnRecording: fc.Arbitrary<Replayable> = anyOf(arbitrarySession, (recording) =>
  preparedSession(recording),
);

/** Recordings without a compaction. */
export const drawnUncompacted: fc.Arbitrary<Replayable> = anyOf(
  arbitraryUncompactedSession,
  (recording) => preparedSession(recording),
);
