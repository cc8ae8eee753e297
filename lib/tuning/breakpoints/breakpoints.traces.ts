/** Every whole window from 150,000 to 230,000 of the real traces, replayed one by one. */
import { expect, test } from 'vitest';
import type { Settings } from '@/lib/engine/policy/fields';
import { policyOrDefault } from '@/lib/policies/registry';
import { expectTiled, wrongValues } from '../testing/same-pieces';
import { tracedSessions } from '../testing/traced-sessions';
import { breakpoints } from './breakpoints';

const policy = policyOrDefault('contextguard-threshold');
const SUMMARIES = ['cap', 'bytes', 'share', 'recorded', 'fallback', 'empty'];
const [FROM, TO] = [150_000, 230_000];
const windows = Array.from({ length: TO - FROM + 1 }, (_, k) => FROM + k);

/** The sessions that come near such a window first: in the others nothing changes. */
const sessions = tracedSessions()
  .toSorted((a, b) => Math.max(...b.session.base.real) - Math.max(...a.session.base.real))
  .slice(0, 24);

test.each(sessions)('$name', { timeout: 600_000 }, ({ session }) => {
  const limit = session.profile.head.limit?.tokens ?? null;
  for (const summary of SUMMARIES) {
    const settings = policy.settings.parse({ summary }) as Settings;
    const found = breakpoints(session, policy, settings, 'window', { from: FROM, to: TO, limit });
    expectTiled(found.pieces, FROM, TO, 1);
    const tried = { session, policy, settings, setting: 'window', limit, values: windows };
    expect(wrongValues(found.pieces, tried), summary).toEqual([]);
  }
});

test('at least 20 sessions were tried', () => {
  expect(sessions.length).toBeGreaterThanOrEqual(20);
});
