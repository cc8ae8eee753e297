import { expect, it } from 'vitest';
import type { Step } from '@/lib/engine/session/schema';
import { withSteps } from '../testing/change';
import { findingsIn, runOf } from '../testing/found';
import { setAsideAt, providerWords } from '@/lib/analysis/explain/outcome/step-outcome';
import { requestRows } from '@/lib/analysis/explain/ledger-request';

const picture = (reals: readonly (number | string)[]): string =>
  ['u 40', ...reals.flatMap((real) => [`m 400`, `-- ${real}`])].join('\n');

const of = (
  id: string,
  reals: readonly (number | string)[],
  changes: Record<number, Partial<Step>>,
) => findingsIn(withSteps(picture(reals), changes)).filter(({ detector }) => detector === id);

const cached = (cacheRead: number, cacheWrite: number): Partial<Step> => ({
  cacheRead,
  cacheWrite,
});

it('a lost cache is named with its steps, tokens and dollars', () => {
  const reals = [100_003, 120_003, 120_003, 129_003];
  const changes = {
    0: cached(0, 100_000),
    1: cached(100_000, 20_000),
    2: cached(26_285, 93_715),
    3: cached(26_285, 102_715),
  };
  const [one, ...more] = of('cache-break', reals, changes);
  expect(more).toEqual([]);
  expect(one?.steps).toEqual([{ from: 2, to: 3 }]);
  expect(one?.sentence).toContain(
    '196,436 tokens were sent uncached at steps 2 and 3, where 26,285 of 120,003 were read',
  );
});

it('a cache is not lost where it was never filled, where usage is silent, and behind a compaction', () => {
  const reals = [100_000, 120_000];
  expect(of('cache-break', reals, {})).toEqual([]);
  expect(of('cache-break', reals, { 0: cached(0, 0), 1: cached(0, 0) })).toEqual([]);
  expect(of('cache-break', reals, { 0: cached(0, 99_000), 1: cached(95_000, 20_000) })).toEqual([]);
  const compacted = `u 40\nm 400\n-- 100000\n== compact 900\nm 400\n-- 90000`;
  const session = withSteps(compacted, { 0: cached(0, 99_000), 1: cached(0, 90_000) });
  expect(findingsIn(session).map(({ detector }) => detector)).not.toContain('cache-break');
  const refused = `u 40\nm 400\n-- 190000\nm 400\n-- 200500 > 200000`;
  const sent = withSteps(refused, { 0: cached(0, 189_000), 1: cached(0, 0) });
  expect(findingsIn(sent).map(({ detector }) => detector)).not.toContain('cache-break');
});

it('a sum of several requests names its request', () => {
  const counted = { kind: 'sum', tokens: 987_954, reason: 'Two.' } as const;
  const [one] = of('usage-summed', [494_590, 495_000], { 0: { counted } });
  expect(one?.sentence).toBe('987,954 are counted at step 0, its request is 494,590.');
});

it('a doubtful count is shown struck with its reason', () => {
  const counted = { kind: 'doubtful', tokens: 930_012, reason: 'Too many.' } as const;
  const session = withSteps(picture([147_804, '?', 30_004]), { 1: { counted } });
  const [one] = findingsIn(session).filter(({ detector }) => detector === 'usage-doubtful');
  expect(one?.sentence).toBe('Step 1: Too many.');
  const run = runOf(session);
  expect(setAsideAt(run, 1)?.tokens).toBe(930_012);
  expect(setAsideAt(run, 0)).toBeNull();
  expect(providerWords(run, 1)).toContain('doubtful count');
  expect(requestRows(run, 1).find(({ id }) => id === 'counted')).toMatchObject({
    ...{ value: 930_012, struck: true, origin: 'not used: Too many.' },
  });
  const missing = findingsIn(session).filter(({ detector }) => detector === 'usage-missing');
  expect(missing).toEqual([]);
});
