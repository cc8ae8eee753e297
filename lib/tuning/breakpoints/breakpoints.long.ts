/**
 * Every whole window from 150,000 to 230,000 of the samples and the catalogue, replayed one by one: each
 * session under the next summary model with every seed, as all six take nine minutes.
 */
import { expect, test } from 'vitest';
import type { Settings } from '@/lib/engine/policy/fields';
import { policyOrDefault } from '@/lib/policies/registry';
import { prepare } from '@/lib/engine/replay/prepare';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { measureSession } from '@/lib/engine/tokens/measure';
import { samples } from '@/lib/tools/samples/samples';
import { budgetOf, inTurn, runSeed } from '@/lib/tools/suites/endurance';
import { expectTiled, wrongValues } from '../testing/same-pieces';
import { breakpoints } from './breakpoints';

const policy = policyOrDefault('contextguard-threshold');
const SUMMARIES = ['cap', 'bytes', 'share', 'recorded', 'fallback', 'empty'];
const [FROM, TO] = [150_000, 230_000];
const windows = Array.from({ length: TO - FROM + 1 }, (_, k) => FROM + k);

/** 10,000 steps under 80,001 windows would take an hour. */
const profiles = [
  ...samples
    .filter(({ id }) => id !== 'long-session')
    .map(({ id, build }) => ({ name: id, profile: measureSession(build()) })),
  ...scenarioCatalogue
    .map(({ name, session }) => ({ name, profile: generateProfile(session, name).profile }))
    .toSorted((a, b) => b.profile.sum.at(-1)! - a.profile.sum.at(-1)!)
    .slice(0, 16),
];

const budget = budgetOf('breakpoints');
const cases = inTurn(profiles.map((one, k) => ({ ...one, k })));

test.for(cases)('$name', ({ profile, k }, { skip }) => {
  skip(!budget.allows(), 'its time is spent');
  const session = prepare(profile);
  const limit = profile.head.limit?.tokens ?? null;
  const summary = SUMMARIES[(runSeed + k) % SUMMARIES.length];
  const settings = policy.settings.parse({ summary }) as Settings;
  const found = breakpoints(session, policy, settings, 'window', { from: FROM, to: TO, limit });
  expectTiled(found.pieces, FROM, TO, 1);
  const tried = { session, policy, settings, setting: 'window', limit, values: windows };
  expect(wrongValues(found.pieces, tried), summary).toEqual([]);
});
