import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Budget, inTurn, PARTS } from './endurance';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Number of cases of so many milliseconds each that a budget allows, of at most 100. */
function tried(budget: Budget, ms: number): number {
  while (budget.begun < 100 && budget.allows()) vi.advanceTimersByTime(ms);
  return budget.begun;
}

describe('a budget of time', () => {
  const extent = { least: 3, seconds: 10 };

  it('ends after its seconds, counted from its first case', () => {
    const budget = new Budget(extent, true);
    vi.advanceTimersByTime(60_000);
    expect(tried(budget, 1_000)).toBe(10);
  });

  it('never leaves fewer cases than its least', () => {
    expect(tried(new Budget(extent, true), 60_000)).toBe(3);
  });

  it('leaves nothing out of a full run, and of npm test', () => {
    expect(tried(new Budget(extent, false), 60_000)).toBe(100);
  });
});

it('the parts of a long run take a minute of one core', () => {
  const seconds = Object.values(PARTS).map((part) => part.seconds);
  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(60);
});

describe('the order of cases', () => {
  const cases = Array.from({ length: 40 }, (_, i) => i);

  it('holds each case once, in an order of the seed', () => {
    expect([...inTurn(cases, 1)].sort((a, b) => a - b)).toEqual(cases);
    expect(inTurn(cases, 1)).toEqual(inTurn(cases, 1));
    expect(inTurn(cases, 1)).not.toEqual(inTurn(cases, 2));
  });

  it('brings every case among the first, one run or another', () => {
    const first = new Set(Array.from({ length: 60 }, (_, seed) => inTurn(cases, seed)[0]));
    expect(first.size).toBeGreaterThan(cases.length / 2);
  });
});
