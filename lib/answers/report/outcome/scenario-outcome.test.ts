import { definitionsOf, loopRule, loopStep } from '@/lib/analysis/explain/outcome/loop-watch';
import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { none } from '@/lib/policies/highwater/none';
import { createColumns } from '@/lib/engine/policy/columns';
import type { Policy } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { fractionTail } from '@/lib/policies/testing/fraction-tail';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { findScenario, scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import {
  outcomeKinds,
  prepareScenario,
  scenarioOutcome,
  scenarioSettings,
  SPARK_STEPS,
} from './scenario-outcome';
import { scenarioView } from './scenario-view';

const prepared = (id: string) => {
  const scenario = findScenario(id);
  if (!scenario) throw new Error(`no scenario ${id}`);
  return prepareScenario(scenario.session, scenario.name);
};

/** Scenarios whose summariser calls differ from one another. */
const NOTICED: readonly string[] = ['HugeThenSmallSummary'];

/** Steps by sign: C compacts and halves the request, N leaves 95 % of it, R reaches only. */
function stepsOf(signs: string): Replay {
  const run = replay(prepared('stress/8k_heavytooldefinitions').session, none, {});
  const columns = createColumns(signs.length);
  [...signs].forEach((sign, step) => {
    columns.compacted[step] = sign === 'C' || sign === 'N' ? 1 : 0;
    columns.heuristic[step] = 200;
    columns.heuristicSent[step] = sign === 'C' ? 100 : sign === 'N' ? 190 : 200;
    columns.decision[step] = sign === '.' ? 99 : 100;
  });
  const decision = { ...fractionTail.decision, threshold: () => 100 };
  return { ...run, columns, policy: { ...run.policy, decision } as Policy };
}

describe('loops', () => {
  it('are defined for readers', () => {
    expect(definitionsOf([loopRule.id, 'unknown'])).toEqual([loopRule.definition]);
  });

  it.each([
    ['', false],
    ['.R.', false],
    ['..C.', false],
    ['..N', true],
    ['CCC', false],
    ['CCCC', true],
    ['CRCR', false],
    ['CRCRCR', true],
    ['C.C.C.C.C.C.', false],
    ['CC.CC.CC.', true],
    ['CC..CC...CC', true],
    ['CC...CC...CC', false],
  ])('%s: %s', (signs, expected) => {
    expect(loopStep(stepsOf(signs)) >= 0).toBe(expected);
  });
});

describe('scenarioOutcome', () => {
  it('says what the reference does, in counts and a word', () => {
    expect(
      scenarioOutcome(prepared('stress/8k_heavytooldefinitions'), contextGuardThreshold),
    ).toMatchObject({
      kind: 'loop',
      steps: 40,
      compactions: 40,
      summarizerCalls: 40,
      overflowSteps: 0,
      loop: true,
      findings: ['compaction-no-progress'],
      backToBack: 39,
      limit: 8_000,
    });
    expect(scenarioOutcome(prepared('stress/8k_kubeagent'), contextGuardThreshold)).toMatchObject({
      kind: 'fits',
      compactions: 10,
    });
    expect(
      scenarioOutcome(prepared('stress/200k_normalconversation'), contextGuardThreshold).kind,
    ).toBe('never fires');
  });

  it('judges the same scenario without compaction by its limit', () => {
    const outcome = scenarioOutcome(prepared('stress/8k_kubeagent'), none);
    expect(outcome).toMatchObject({ kind: 'overflow', compactions: 0, summarizerCalls: 0 });
    // 10 rounds of 8,041 real tokens and more under a limit of 8,000: only the first step fits.
    expect(outcome.overflowSteps).toBe(19);
    expect(outcome.peak).toBeGreaterThan(80_000);
    expect(outcome.spark.threshold).toEqual(Array(20).fill(-1));
  });

  it('draws at most 96 steps of a long session, its largest request among them', () => {
    const { spark, steps, peak } = scenarioOutcome(prepared('brutal/200k_200turns'), none);
    expect(steps).toBe(280);
    expect(spark.steps.length).toBeLessThanOrEqual(SPARK_STEPS);
    expect(spark.steps.length).toBeGreaterThan(SPARK_STEPS - 5);
    expect([spark.steps[0], spark.steps.at(-1)]).toEqual([0, 279]);
    expect(Math.max(...spark.real)).toBe(peak);
    for (const line of [spark.heuristic, spark.real, spark.threshold]) {
      expect(line).toHaveLength(spark.steps.length);
    }
  });

  it('gives every registered policy a word and finite counts', () => {
    for (const policy of policies) {
      const outcome = scenarioOutcome(prepared('stress/8k_codingagent'), policy);
      expect(outcomeKinds).toContain(outcome.kind);
      expect(outcome.steps).toBe(40);
      for (const count of [outcome.compactions, outcome.overflowSteps, outcome.peak]) {
        expect(Number.isSafeInteger(count)).toBe(true);
      }
    }
  });

  it('costs what its requests and summaries cost at the prices given', () => {
    const price = (base: number) => ({ base, tiers: [] });
    const rates = {
      ...{ input: price(5), cacheRead: price(5), output: price(0) },
      ...{ cacheWrite: null, cacheWriteHour: null },
    };
    const scenario = prepared('stress/8k_kubeagent');
    expect(scenarioOutcome(scenario, contextGuardThreshold).costUsd).toBeNull();
    // With reads as dear as fresh input a step costs its whole prompt: real tokens of all requests.
    const { session, script, limit } = scenario;
    const settings = scenarioSettings(none, scenario);
    const run = replay(session, none, settings, { script, limit });
    const sent = run.columns.real.filter((real) => real <= limit);
    const { costUsd } = scenarioOutcome(scenario, none, {}, rates);
    expect(sent).toHaveLength(1);
    expect(costUsd).toBeCloseTo((sent.reduce((sum, real) => sum + real, 0) * 5) / 1e6, 12);
    const compacted = scenarioOutcome(scenario, contextGuardThreshold, {}, rates);
    expect(compacted.costUsd).toBeGreaterThan(costUsd ?? NaN);
  });

  it('has an outcome for a scenario without turns', () => {
    const empty = scenarioSessionSchema.parse({ config: { contextWindow: 8_000 }, turns: [] });
    const outcome = scenarioOutcome(prepareScenario(empty, 'empty'), contextGuardThreshold);
    expect(outcome).toMatchObject({ kind: 'never fires', steps: 0, peak: 0 });
    expect(outcome.spark.steps).toEqual([]);
  });
});

describe('a scenario opened on the workbench', () => {
  it('has the same compactions and overflows there, unless a notice says what a link cannot say', () => {
    const noticed: string[] = [];
    for (const { name, session, expected } of scenarioCatalogue) {
      const view = scenarioView(session.config, { policy: contextGuardThreshold.id });
      if (!view.ok) throw new Error(view.error.message);
      if (view.value.notices.length > 0) {
        noticed.push(name);
        continue;
      }
      const { profile, limit } = prepareScenario(session, name);
      const settings = contextGuardThreshold.settings.parse(view.value.settings);
      const totals = replayTotals(
        replay(prepare(profile), contextGuardThreshold, settings, { limit }),
      );
      expect([name, totals.stepsCompacted, totals.overflowSteps]).toEqual([
        name,
        expected.compactions,
        expected.overflowSteps,
      ]);
    }
    expect(noticed).toEqual(NOTICED);
  });
});

describe('scenarioSettings', () => {
  const scenario = prepared('extra/withmaxtokens_180000_on_200k');

  it('takes the scenario’s own conditions where the policy has such settings', () => {
    expect(scenarioSettings(contextGuardThreshold, scenario)).toMatchObject({
      window: 180_000,
      attempts: 3,
      quoteRequest: false,
    });
    expect(scenarioSettings(none, scenario)).toEqual({});
  });

  it('lets given settings win over them', () => {
    const given = { window: 120_000, attempts: 0 };
    expect(scenarioSettings(contextGuardThreshold, scenario, given)).toMatchObject(given);
  });

  it('leaves a condition out that the policy does not accept, and no other', () => {
    const wild = { settings: { window: 90_000, attempts: 10_000, quoteRequest: false } };
    expect(scenarioSettings(contextGuardThreshold, wild)).toMatchObject({
      window: 90_000,
      attempts: 3,
      quoteRequest: false,
    });
  });

  it('throws for given settings that the policy does not accept', () => {
    const policy: Policy = contextGuardThreshold;
    expect(() => scenarioSettings(policy, scenario, { window: -1 })).toThrow();
  });
});
