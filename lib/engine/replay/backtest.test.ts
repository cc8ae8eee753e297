import { expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { backtest } from './backtest';

const steps = (count: number, real: (i: number) => number): string =>
  Array.from({ length: count }, (_, i) => `m 400\n-- ${real(i)}`).join('\n');

it('is 0 where growth is strictly proportional to the heuristic', () => {
  const profile = measureSession(textSession(steps(30, (i) => 1_000 + 200 * i)));
  const result = backtest(profile);
  expect(result?.p50).toBeCloseTo(0, 12);
  expect(result?.p95).toBeCloseTo(0, 12);
  expect(result?.points).toBeGreaterThan(100);
});

it('reports the error of a recording whose density changes', () => {
  const profile = measureSession(
    textSession(steps(30, (i) => 1_000 + (i < 15 ? 100 * i : 1_500 + 400 * (i - 15)))),
  );
  const result = backtest(profile);
  expect(result?.p95).toBeGreaterThan(0.2);
});

it('is 0 where every third step brings an image that costs what its model charges', () => {
  let real = 1_000;
  const lines = Array.from({ length: 30 }, (_, i) => {
    real += 200 + (i % 3 === 0 ? 1_564 : 0);
    const image = i % 3 === 0 ? '+ i image/png 800000 2000x1500\n' : '';
    return `u 400\n${image}-- ${real}`;
  });
  const of = (picture: string) => backtest(measureSession(textSession(picture)))?.p95;
  const picture = ['model claude-opus-4-6', ...lines].join('\n');
  expect(of(picture)).toBeCloseTo(0, 12);
  // Without their pixels the same session is projected by the bytes.
  expect(of(picture.replaceAll(' 2000x1500', ''))).toBeGreaterThan(0.1);
});

it('says nothing of a recording with too few steps', () => {
  expect(backtest(measureSession(textSession(steps(5, (i) => 1_000 + i))))).toBeNull();
});
