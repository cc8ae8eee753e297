import { describe, expect, it } from 'vitest';
import { readView } from '@/components/workbench/state/view-url';
import { policies } from '@/lib/policies/registry';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { scenarioView } from '@/lib/answers/report/outcome/scenario-view';
import { newPlan, type ScenarioPlan } from '@/lib/readers/scenarios/plan';
import { planSession } from '@/lib/readers/scenarios/plan-scenario';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { previewOf } from './preview';

const ratios = { text: 1.4, call: 2, response: 2.6, inline: 0.1, prefix: 1.2 };
const plans: readonly (readonly [string, Partial<ScenarioPlan>])[] = [
  ['as it begins', {}],
  ['a small window, overridden', { window: 32_000, maxTokens: 24_000, attempts: 1 }],
  [
    'sequential, no usage',
    { window: 64_000, sequential: true, usage: { ...newPlan.usage, on: false } },
  ],
  ['a failing summariser', { window: 64_000, summary: 'fail' }],
  ['an empty summary', { window: 64_000, summary: 'empty', quoteRequest: false }],
  ['as much as the summariser may', { window: 64_000, summary: 'policy' }],
  ['a ratio per category', { window: 64_000, ratioBy: 'category', ratios }],
];

describe.each(policies.map(({ id }) => [id] as const))('under %s', (policy) => {
  it.each(plans)(
    'the workbench shows what the builder and the command line show: %s',
    (_, change) => {
      const plan = { ...newPlan, turns: 40, ...change, policy };
      const preview = previewOf(plan);
      const session = planSession(plan);
      const view = scenarioView(session.config, { policy });
      if (!view.ok) throw new Error(view.error.message);
      expect(view.value.notices).toEqual([]);
      const { profile } = generateProfile(session, plan.name);
      const read = readView(view.value.search, {
        stepCount: profile.stepCount,
        head: profile.head,
        opening: null,
      });
      expect(read.notices).toEqual([]);
      expect(read.view.policyId).toBe(policy);
      const run = replay(prepare(profile), preview.policy, read.view.settings);
      expect(replayTotals(run)).toEqual(preview.totals);
      expect(run.columns).toEqual(preview.replay.columns);
      expect(run.marks).toEqual(preview.replay.marks);
    },
  );
});
