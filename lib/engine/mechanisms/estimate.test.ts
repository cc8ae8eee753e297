import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { ProfileHead } from '@/lib/engine/tokens/profile';
import { clearColumns, createColumns } from '@/lib/engine/policy/columns';
import {
  calibrationSettings,
  Estimate,
  decisionRules,
  estimatorSettings,
  inlineRule,
  type EstimateSettings,
} from './estimate';
import * as z from 'zod';

const schema = z.strictObject({ ...estimatorSettings, ...calibrationSettings });
const settings = (chosen: object): z.infer<typeof schema> => schema.parse(chosen);

/** Twelve steps of one model, or of two in turns. */
function subject(models: readonly string[], head: Partial<ProfileHead> = {}, prefix = 0) {
  const lines = Array.from({ length: 12 }, (_, i) => {
    const model = models[i % models.length] ?? '';
    return `model ${model}\nu 400\n-- ${1_000 + i * 100}`;
  });
  const profile = measureSession(textSession(lines.join('\n')));
  const { requests } = prepare({ ...profile, head: { ...profile.head, ...head } }, prefix);
  const columns = createColumns(profile.stepCount);
  return { profile: { ...profile, head: { ...profile.head, ...head } }, requests, columns };
}

const of = (chosen: object, ...more: Parameters<typeof subject>) => {
  const input = subject(...more);
  return { estimate: new Estimate(settings(chosen), input), columns: input.columns };
};

const OPUS = ['claude-opus-4-6'];

describe('decisionRules, by hand', () => {
  it('raw is the heuristic; factor the default factor, truncated', () => {
    expect(of({ estimator: 'raw' }, OPUS).estimate.value(0, 1_001, 9_000, 500)).toBe(1_001);
    const { estimate, columns } = of({ estimator: 'factor' }, OPUS);
    // 1,001 × 2.5 = 2,502.5
    expect(estimate.value(0, 1_001, 9_000, 500)).toBe(2_502);
    expect([columns.correction[0], columns.calibrated[0]]).toEqual([2.5, 2_502]);
  });

  it('calibrated is the reference’s rule: capped, never below 1, last real at least', () => {
    const { estimate, columns } = of({ estimator: 'calibrated', estimateCap: 3 }, OPUS);
    // 4,000 / 1,000 = 4, capped at 3: 1,200 × 3 = 3,600 < 4,000.
    expect(estimate.value(0, 1_200, 4_000, 1_000)).toBe(4_000);
    expect([columns.correction[0], columns.calibrated[0]]).toEqual([3, 3_600]);
    // 900 / 1,000 is raised to 1: 1,200 > 900.
    expect(estimate.value(0, 1_200, 900, 1_000)).toBe(1_200);
    // No usage: the default factor. 1,200 × 2.5 = 3,000.
    expect(estimate.value(0, 1_200, 0, 1_000)).toBe(3_000);
    const uncapped = of({ estimator: 'uncapped', estimateCap: 3 }, OPUS).estimate;
    // 4 × 1,200
    expect(uncapped.value(0, 1_200, 4_000, 1_000)).toBe(4_800);
  });

  it('density is the shipped one of the step’s model, 1 for a model never measured', () => {
    const chosen = { estimator: 'density', densityFrom: 'model' };
    const { estimate, columns } = of(chosen, [
      'claude-opus-4-6',
      'claude-opus-4-7',
      'gpt-5.4',
      'x',
    ]);
    expect([0, 1, 2, 3].map((step) => estimate.value(step, 1_000, 0, 0))).toEqual([
      1_400, 1_800, 1_100, 1_000,
    ]);
    expect([...columns.density.slice(0, 4)]).toEqual([1.4, 1.8, 1.1, 1]);
    const fixed = of({ estimator: 'density', densityFrom: 'fixed', density: 2.29 }, OPUS);
    expect(fixed.estimate.value(0, 1_000, 0, 0)).toBe(2_290);
  });

  it('prefix: the prior, then what the first usage leaves beside density × heuristic', () => {
    const { estimate, columns } = of({ estimator: 'prefix' }, OPUS, { source: 'claude-code' });
    // 27,423 + 1.4 × 1,000
    expect(estimate.value(0, 1_000, 0, 0)).toBe(28_823);
    expect([columns.base[0], columns.baseStep[0]]).toEqual([27_423, -1]);
    // Fitted: 31,400 − 1,400 = 30,000; then 30,000 + 1.4 × 2,000.
    estimate.observe(0, 1_000, 31_400);
    expect(estimate.value(1, 2_000, 31_400, 1_000)).toBe(32_800);
    // A later usage does not move it.
    estimate.observe(1, 2_000, 40_000);
    expect(estimate.value(2, 2_000, 40_000, 2_000)).toBe(32_800);
    expect([columns.base[2], columns.baseStep[2]]).toEqual([30_000, 0]);
    estimate.reset();
    expect(estimate.value(3, 1_000, 0, 0)).toBe(28_823);
  });

  it('a fitted prefix is never below nothing', () => {
    const { estimate } = of({ estimator: 'prefix' }, OPUS);
    // 1.4 × 1,000 > 1,300
    estimate.observe(0, 1_000, 1_300);
    expect(estimate.value(1, 1_000, 1_300, 1_000)).toBe(1_400);
  });

  it('anchor: last real + density × growth since the request it counted', () => {
    const { estimate, columns } = of({ estimator: 'anchor' }, OPUS);
    estimate.observe(0, 1_000, 31_400);
    // 31,400 + 1.4 × 501 = 32,101.4
    expect(estimate.value(1, 1_501, 0, 0)).toBe(32_101);
    // No usage at step 1: the anchor is still step 0's. 31,400 + 1.4 × 1,000
    expect(estimate.value(2, 2_000, 0, 0)).toBe(32_800);
    expect([columns.base[2], columns.baseHeuristic[2], columns.baseStep[2]]).toEqual([
      31_400, 1_000, 0,
    ]);
    // A request that shrank: 31,400 − 1.4 × 500
    expect(estimate.value(3, 500, 0, 0)).toBe(30_700);
  });

  it('a compacted request is sized before any usage of it', () => {
    const input = subject(OPUS, { source: 'claude-code' });
    const size = (estimator: string): number => {
      const estimate = new Estimate(settings({ estimator }), input);
      estimate.observe(0, 1_000, 31_400);
      return estimate.compacted(1, 1_000);
    };
    expect(decisionRules.map(size)).toEqual([
      1_000, 1_000, 2_500, 2_500, 2_500, 1_400, 28_823, 28_823,
    ]);
  });
});

describe('density learnt from the session', () => {
  /** Usage at each step: heuristic grows by 100, real by the given numbers. */
  const watch = (estimate: Estimate, growth: readonly number[], from = 0): void => {
    let real = 5_000;
    estimate.observe(from, 1_000, real);
    growth.forEach((more, i) => {
      real += more;
      estimate.observe(from + i + 1, 1_100 + i * 100, real);
    });
  };

  it('from five groups on, ΣΔ ÷ Σheuristic', () => {
    const { estimate, columns } = of({ estimator: 'density' }, OPUS);
    watch(estimate, [200, 200, 200, 200]);
    expect(estimate.value(5, 1_000, 0, 0)).toBe(1_400);
    expect(columns.densityGroups[5]).toBe(0);
    const five = of({ estimator: 'density' }, OPUS);
    watch(five.estimate, [200, 200, 200, 200, 100]);
    // 900 / 500
    expect(five.estimate.value(6, 1_000, 0, 0)).toBe(1_800);
    expect(five.columns.densityGroups[6]).toBe(5);
  });

  it('leaves out what shrank, and what spans a compaction or a change of the model', () => {
    const shrank = of({ estimator: 'density' }, OPUS);
    watch(shrank.estimate, [200, 200, -50, 200, 200, 200]);
    // Five groups of 200 ÷ 100; the fall of 50 counts for nothing.
    expect(shrank.estimate.value(7, 1_000, 0, 0)).toBe(2_000);
    const cut = of({ estimator: 'density' }, OPUS);
    watch(cut.estimate, [200, 200, 200]);
    cut.estimate.reset();
    watch(cut.estimate, [200], 5);
    // Four groups: not enough.
    expect(cut.estimate.value(8, 1_000, 0, 0)).toBe(1_400);
    const turns = of({ estimator: 'density' }, ['claude-opus-4-6', 'gpt-5.4']);
    watch(turns.estimate, [200, 200, 200, 200, 200, 200]);
    expect(turns.estimate.value(8, 1_000, 0, 0)).toBe(1_400);
  });

  it('is kept by a compaction, lost by a restart', () => {
    const { estimate } = of({ estimator: 'density' }, OPUS);
    watch(estimate, [200, 200, 200, 200, 200]);
    estimate.reset();
    expect(estimate.value(7, 1_000, 0, 0)).toBe(2_000);
    estimate.forget();
    expect(estimate.value(8, 1_000, 0, 0)).toBe(1_400);
  });

  it('never looks ahead: what comes later does not change a value', () => {
    const usage = fc.record({
      real: fc.integer({ min: 0, max: 300_000 }),
      heuristic: fc.integer({ min: 0, max: 200_000 }),
      compacts: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(usage, { minLength: 2, maxLength: 12 }),
        fc.nat(11),
        fc.constantFrom(...decisionRules),
        (events, at, estimator) => {
          const values = (count: number): readonly number[] => {
            const { estimate } = of({ estimator }, OPUS, { source: 'claude-code' });
            return events.slice(0, count).map(({ real, heuristic, compacts }, step) => {
              if (compacts) estimate.reset();
              const value = estimate.value(step, heuristic, 0, 0);
              estimate.observe(step, heuristic, real);
              return value;
            });
          };
          const cut = 1 + (at % events.length);
          expect(values(cut)).toEqual(values(events.length).slice(0, cut));
        },
      ),
      { numRuns: 200, seed: 5 },
    );
  });
});

describe('prior', () => {
  const prior = (head: Partial<ProfileHead>, prefix = 0): number | undefined => {
    const { estimate, columns } = of({ estimator: 'anchor' }, OPUS, head, prefix);
    estimate.value(0, prefix, 0, 0);
    return columns.base[0];
  };

  it('is the source’s; none for generated sessions and unknown sources', () => {
    expect(prior({ source: 'claude-code' })).toBe(27_423);
    expect(prior({ source: 'gemini-cli' })).toBe(12_528);
    expect(prior({ source: 'opencode' })).toBe(10_804);
    expect(prior({ source: 'codex' })).toBe(3_752);
    expect(prior({ source: 'adk-database' })).toBe(490);
    expect(prior({ source: 'scenario', generated: true })).toBe(0);
    expect(prior({ source: 'claude-code', generated: true })).toBe(0);
    expect(prior({ source: 'elsewhere' })).toBe(0);
  });

  it('shrinks by what the user attached, not by what the format always holds', () => {
    // 27,423 − 1.4 × 10,000
    expect(prior({ source: 'claude-code', system: 2_000, tools: 8_000 }, 10_000)).toBe(13_423);
    expect(prior({ source: 'claude-code' }, 30_000)).toBe(0);
    // Codex records its system prompt: 3,752 stays; attached tools take 1.4 × 1,000 off.
    expect(prior({ source: 'codex', system: 4_000 }, 4_000)).toBe(3_752);
    expect(prior({ source: 'codex', system: 4_000, tools: 1_000 }, 5_000)).toBe(2_352);
  });

  it('may be given', () => {
    const { estimate } = of({ estimator: 'anchor', priorFrom: 'fixed', prior: 5_000 }, OPUS);
    expect(estimate.value(0, 1_000, 0, 0)).toBe(6_400);
  });
});

it('operands do not outlive their replay', () => {
  const input = subject(OPUS);
  const given: EstimateSettings = settings({ estimator: 'anchor' });
  const estimate = new Estimate(given, input);
  estimate.observe(0, 10, 100);
  estimate.value(1, 20, 0, 0);
  expect(input.columns.density[1]).toBe(1.4);
  clearColumns(input.columns);
  expect(input.columns.density[1]).toBeNaN();
  expect(input.columns.base[1]).toBeNaN();
  expect([input.columns.baseStep[1], input.columns.baseHeuristic[1]]).toEqual([-1, 0]);
});

it('images count by their bytes or at a flat number', () => {
  expect(inlineRule(settings({}))).toBe('bytes');
  expect(inlineRule(settings({ images: 'flat' }))).toBe(1_600);
});
