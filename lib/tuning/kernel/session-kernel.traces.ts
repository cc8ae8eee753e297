/** Totals of the real traces, by the kernel and by the replay. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { replay } from '@/lib/engine/replay/replay';
import { totalsOf } from '@/lib/analysis/compare/session-totals';
import { tracedSessions } from '../testing/traced-sessions';
import { sessionKernel } from './session-kernel';

const sessions = tracedSessions();
const WINDOWS = [30_000, 60_000, 100_000, 150_000, 199_999, 200_000, 230_000, 1_000_000];

test('there are real sessions', () => {
  expect(sessions.length).toBeGreaterThan(20);
});

test.each(policies.map((policy) => [policy.id, policy] as const))('%s', (id, policy) => {
  const drawn = fc.sample(arbitrarySettings(policy), { numRuns: 12, seed: id.length });
  const windows = WINDOWS.flatMap((window) => {
    const parsed = policy.settings.safeParse({ window });
    return parsed.success ? [parsed.data as object] : [];
  });
  for (const { name, session } of sessions) {
    const kernel = sessionKernel(session, policy);
    for (const settings of [...windows, ...drawn]) {
      const full = totalsOf(replay(session, policy, settings));
      expect(kernel.run(settings), `${name} ${JSON.stringify(settings)}`).toEqual(full);
    }
  }
});
