import { describe, expect, it } from 'vitest';
import { ratioReport, type RatioQuestion, type ReportSample } from './ratio-report';

const question: RatioQuestion = {
  kind: 'step',
  share: 0.1,
  window: 200_000,
  threshold: 180_000,
  limit: 200_000,
  today: [2.5, 5],
};

const sample = (ratio: number, rest: Partial<ReportSample> = {}): ReportSample => ({
  ratio,
  real: 150_000,
  heuristic: 150_000 / ratio,
  model: 'model-1',
  first: false,
  cluster: 'a',
  session: 's1',
  generated: false,
  ...rest,
});

describe('ratioReport', () => {
  it('counts what each value covers, by model', () => {
    const samples = [1.25, 1.75, 2.25, 4].map((ratio) => sample(ratio));
    const [row] = ratioReport(samples, question).models;
    expect(row).toMatchObject({ model: 'model-1', steps: 4, sessions: 1, median: 2 });
    // 1.5, 2.0, 2.5, 5.0
    expect(row?.covered).toEqual([0.25, 0.5, 0.75, 1]);
    expect(Math.max(...(row?.density ?? []))).toBe(1);
  });

  it('keeps generated steps apart, and out of P(miss)', () => {
    const report = ratioReport([sample(1.2), sample(8, { generated: true })], question);
    expect(report.models.map(({ generated }) => generated)).toEqual([false, true]);
    expect(report.steps).toBe(1);
    expect(report.curve.find(({ value }) => value === 1.1)?.share).toBe(1);
    expect(report.curve.find(({ value }) => value === 1.2)?.share).toBe(0);
  });

  it('leaves small requests out', () => {
    const small = sample(9, { real: 19_999 });
    const middle = sample(3, { real: 90_000 });
    const report = ratioReport([small, middle, sample(1.5)], question);
    expect(report.models[0]?.steps).toBe(2);
    expect(report.steps).toBe(1);
  });

  it('asks first steps alone, whatever their size', () => {
    const first = sample(3, { first: true, real: 12_000 });
    const report = ratioReport([first, sample(1.5)], { ...question, kind: 'first' });
    expect(report.models[0]?.steps).toBe(1);
    expect(report.solved?.value).toBe(3);
  });

  it('has a band as wide as the clusters differ', () => {
    const samples = ['a', 'b', 'c', 'd'].flatMap((cluster, at) =>
      Array.from({ length: 10 }, () => sample(at === 0 ? 3 : 1.5, { cluster })),
    );
    const at2 = ratioReport(samples, question).curve.find(({ value }) => value === 2);
    expect(at2?.share).toBe(0.25);
    expect(at2?.low).toBe(0);
    expect(at2?.high).toBeGreaterThan(0.5);
  });

  it('says nothing without a step', () => {
    expect(ratioReport([], question)).toMatchObject({ models: [], curve: [], solved: null });
  });
});
