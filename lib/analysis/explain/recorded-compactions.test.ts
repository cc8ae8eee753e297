import { expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { observe } from '@/lib/engine/replay/observed/observe';
import { prepare } from '@/lib/engine/replay/prepare';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { compactionsOf } from './compaction/compaction-list';
import { recordedCompactionsText } from './recorded-compactions';

/** How large the request before a compaction is said to be, where the agent counted `preTokens` and 30,100 were sent. */
function saidAt(preTokens: number) {
  const drawn = textSession('u 400\n-- 30000\nm 400\n-- 30100\n== compact 400 auto\nm 4\n-- 9000');
  const compactions = drawn.compactions.map((one) => ({ ...one, preTokens }));
  const profile = measureSession({ ...drawn, compactions });
  const settings = contextGuardThreshold.settings.parse({});
  const run = observe(prepare(profile), contextGuardThreshold, settings);
  const { tokens, basis } = compactionsOf(run)[0]!.before;
  return [recordedCompactionsText(run, 'An agent'), tokens, basis];
}

it('says the agent’s own count of a request, and the provider’s where the agent counted another one', () => {
  expect(saidAt(30_400)).toEqual([
    'An agent compacted at step 2, at 30,400 tokens',
    30_400,
    'agent',
  ]);
  expect(saidAt(190_400)).toEqual([
    'An agent compacted at step 2, at 30,100 tokens',
    30_100,
    'usage',
  ]);
});
