import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { quantile } from '@/lib/engine/base/stats';
import { CorpusRatios } from './corpus-ratios';
import { ratioReport, type RatioQuestion } from './ratio-report';

const question: RatioQuestion = {
  kind: 'step',
  shares: [0.1],
  window: 200_000,
  threshold: 180_000,
  limit: 200_000,
  today: [2.5, 5],
};

interface Sample {
  readonly ratio: number;
  readonly heuristic?: number;
  readonly model?: string | null;
  readonly cluster?: string;
  readonly generated?: boolean;
}

/** Sessions of one step each, or of several. */
function ratiosOf(...sessions: readonly (Sample | readonly Sample[])[]): CorpusRatios {
  const ratios = new CorpusRatios();
  for (const session of sessions) {
    const steps = Array.isArray(session) ? (session as readonly Sample[]) : [session as Sample];
    const { cluster = 'a', generated = false } = steps[0] ?? {};
    ratios.add(
      { cluster, generated },
      steps.map(({ ratio, heuristic = 100_000, model = 'model-1' }) => ({
        ...{ heuristic, model },
        real: Math.round(heuristic * ratio),
      })),
    );
  }
  return ratios;
}

describe('ratioReport', () => {
  it('counts what each value covers, by model', () => {
    const session = [1.25, 1.75, 2.25, 4].map((ratio) => ({ ratio }));
    const [row] = ratioReport(ratiosOf(session), question).models;
    expect(row).toMatchObject({ model: 'model-1', steps: 4, sessions: 1, median: 2 });
    // 1.5, 2.0, 2.5, 5.0
    expect(row?.covered).toEqual([0.25, 0.5, 0.75, 1]);
    expect(Math.max(...(row?.density ?? []))).toBe(1);
  });

  it('keeps generated steps apart, and out of P(miss)', () => {
    const report = ratioReport(ratiosOf({ ratio: 1.2 }, { ratio: 8, generated: true }), question);
    expect(report.models.map(({ generated }) => generated)).toEqual([false, true]);
    expect(report.steps).toBe(1);
    expect(report.curve.find(({ value }) => value === 1.1)?.share).toBe(1);
    expect(report.curve.find(({ value }) => value === 1.2)?.share).toBe(0);
  });

  it('leaves small requests out', () => {
    const small = { ratio: 9, heuristic: 2_222 };
    const middle = { ratio: 3, heuristic: 30_000 };
    const report = ratioReport(ratiosOf(small, middle, { ratio: 1.5 }), question);
    expect(report.models[0]?.steps).toBe(2);
    expect(report.steps).toBe(1);
  });

  it('asks first steps alone, whatever their size', () => {
    const session = [{ ratio: 3, heuristic: 4_000 }, { ratio: 1.5 }];
    const report = ratioReport(ratiosOf(session), { ...question, kind: 'first' });
    expect(report.models[0]?.steps).toBe(1);
    expect(report.solved[0]?.value).toBe(3);
  });

  it('has a band as wide as the clusters differ', () => {
    const sessions = ['a', 'b', 'c', 'd'].map((cluster, at) =>
      Array.from({ length: 10 }, () => ({ ratio: at === 0 ? 3 : 1.5, cluster })),
    );
    const at2 = ratioReport(ratiosOf(...sessions), question).curve.find(({ value }) => value === 2);
    expect(at2?.share).toBe(0.25);
    expect(at2?.low).toBe(0);
    expect(at2?.high).toBeGreaterThan(0.5);
  });

  it('says nothing without a step', () => {
    expect(ratioReport(ratiosOf(), question)).toMatchObject({ models: [], curve: [], solved: [] });
  });

  it('equals its definition, step by step and draw by draw', () => {
    const steps = fc.array(
      fc.record({
        ratio: fc.integer({ min: 80, max: 1_200 }).map((hundredths) => hundredths / 100),
        heuristic: fc.integer({ min: 1, max: 200_000 }),
        model: fc.constantFrom('model-1', 'model-2', null),
      }),
      { maxLength: 6 },
    );
    const session = fc.record({ steps, cluster: fc.constantFrom('a', 'b', 'c', 'd') });
    fc.assert(
      fc.property(fc.array(session, { maxLength: 8 }), (sessions) => {
        const samples = sessions.flatMap((one) =>
          one.steps.map((step) => ({ ...step, cluster: one.cluster })),
        );
        const found = ratioReport(
          ratiosOf(
            ...sessions.map((one) => one.steps.map((step) => ({ ...step, cluster: one.cluster }))),
          ),
          { ...question, shares: [0.01, 0.3], window: 0 },
        );
        const defined = byDefinition(samples, [0.01, 0.3]);
        expect(found.solved).toEqual(defined.solved);
        expect(found.curve).toEqual(defined.curve);
      }),
      { numRuns: 25 },
    );
  });
});

/** Solved values and curve as they are defined, over objects and by sorting. */
function byDefinition(
  samples: readonly { ratio: number; heuristic: number; cluster: string }[],
  shares: readonly number[],
) {
  if (samples.length === 0) return { solved: [], curve: [] };
  const exact = samples.map(({ ratio, heuristic, cluster }) => ({
    ...{ cluster, ratio: Math.round(heuristic * ratio) / heuristic },
  }));
  const names = [...new Set(exact.map(({ cluster }) => cluster))];
  const draws = (times: number): readonly (readonly number[])[] => {
    const random = seededRandom(1);
    return Array.from({ length: times }, () => {
      const weights = names.map(() => 0);
      for (const _ of names) {
        const index = Math.floor(random() * names.length);
        weights[index] = (weights[index] ?? 0) + 1;
      }
      return weights;
    });
  };
  /** Each drawn cluster's steps, as often as it was drawn. */
  const drawnRatios = (weights: readonly number[]): readonly number[] =>
    names.flatMap((name, at) =>
      Array.from({ length: weights[at] ?? 0 }, () =>
        exact.filter(({ cluster }) => cluster === name).map(({ ratio }) => ratio),
      ).flat(),
    );
  const above = (ratios: readonly number[], value: number): number =>
    ratios.filter((ratio) => ratio > value).length / ratios.length;
  const solve = (ratios: readonly number[], share: number): number => {
    const sorted = [...ratios].sort((a, b) => b - a);
    const first = sorted.find((_, at) => at + 1 > share * sorted.length) ?? NaN;
    return Math.ceil(first * 100) / 100;
  };
  const all = exact.map(({ ratio }) => ratio);
  const band = (times: number, of: (ratios: readonly number[]) => number) => {
    const sorted = draws(times)
      .map((weights) => of(drawnRatios(weights)))
      .sort((a, b) => a - b);
    return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
  };
  return {
    solved: shares.map((share) => ({
      ...{ share, value: solve(all, share) },
      ...(names.length < 2 ? { low: NaN, high: NaN } : band(400, (ratios) => solve(ratios, share))),
    })),
    curve: Array.from({ length: 91 }, (_, k) => {
      const value = (10 + k) / 10;
      return {
        ...{ value, share: above(all, value) },
        ...band(200, (ratios) => above(ratios, value)),
      };
    }),
  };
}
