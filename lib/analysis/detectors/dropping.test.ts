/** Policies that drop messages write no summary: nothing may be said of one. */
import { describe, expect, it } from 'vitest';
import { explained } from '@/lib/analysis/explain/cause/testing/explained';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { findPolicy } from '@/lib/policies/registry';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { measureSession } from '@/lib/engine/tokens/measure';
import { findings } from './registry';
import { sampleSession } from '@/lib/tools/samples/samples';

const kubernetes = sampleSession('kubernetes-agent');
const incident = sampleSession('production-incident');

const ofSummaries = ['summary-nesting', 'summariser-overflow', 'watermark-lost'];

describe.each([
  'agent-framework',
  'ai-sdk-prune',
  'llamaindex-typescript',
  'mastra-limiter',
  'strands-sliding',
])('%s', (id) => {
  const policy = findPolicy(id);
  if (policy === undefined) throw new Error(`There is no policy ${id}`);
  const profile = measureSession(kubernetes);
  const run = replay(prepare(profile), policy, sessionSettings(policy, profile.head));

  it('drops entries of the Kubernetes sample, and no finding speaks of a summary', () => {
    expect(run.columns.compacted).toContain(1);
    expect(run.columns.injected).not.toContain(1);
    const found = findings(run, { agent: 'Test', notices: [] }).filter(({ of }) => of === 'replay');
    expect(
      found.map(({ detector }) => detector).filter((one) => ofSummaries.includes(one)),
    ).toEqual([]);
  });
});

describe('Roo Code without condensing', () => {
  it('hides half of the messages: what one truncation of the whole log leaves is no floor', () => {
    const policy = findPolicy('roo');
    if (policy === undefined) throw new Error('There is no policy roo');
    const profile = measureSession(kubernetes);
    const settings = { ...(sessionSettings(policy, profile.head) as object), autoCondense: false };
    const run = replay(prepare(profile), policy, settings);
    expect(run.columns.compacted.filter((one) => one === 1)).toHaveLength(6);
    const found = findings(run, { agent: 'Test', notices: [] });
    expect(found.map(({ detector }) => detector)).not.toContain('irreducible-floor');
  });
});

describe('the cause under a policy that never reads the provider’s counts', () => {
  it('names its own count where it did not compact', () => {
    const { headline } = explained(kubernetes, { policy: 'llamaindex-typescript', step: 76 });
    expect(headline.text).toContain(
      'its own count (texts of the memory’s messages, without what the present run added), 104,642, is 358 below the threshold of 105,000, and the request held 177,342.',
    );
  });

  it('draws no distance from the provider’s tokens to a threshold of its own count', () => {
    const { headline, clauses } = explained(kubernetes, { policy: 'mastra-limiter', step: 77 });
    const text = clauses.map(({ text: said }) => said).join(' ');
    expect(headline.text).toContain('Step 77 compacts');
    expect(text).toMatch(/It leaves about [\d,]+, of which [\d,]+ are prefix\./);
    expect(text).not.toContain('watermark');
  });
});

describe('the cause of a step at which a compaction starts beside the agent', () => {
  it('says that it started, where the provider refuses that request', () => {
    const set = { window: 190_000 };
    const { headline } = explained(incident, { policy: 'copilot', set, step: 143 });
    expect(headline.text).toContain(
      'Step 143 holds: one starts beside the agent, the recording ends before it lands.',
    );
  });
});
