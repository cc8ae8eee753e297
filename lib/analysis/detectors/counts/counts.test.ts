import { describe, expect, it } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { findingsIn, found, type Judged } from '../testing/found';
import { rising, withSteps } from '../testing/change';

const idsIn = (session: Session, judged: Judged = {}) =>
  findingsIn(session, judged).map(({ detector }) => detector);

describe('usage', () => {
  it('is missing where an accepted step has no count', () => {
    const [one] = found('usage-missing', 'u 40\n-- 10\nm 40\n-- ?\nm 40\n-- 30');
    expect(one).toMatchObject({
      severity: 'warning',
      of: 'recording',
      steps: [{ from: 1, to: 1 }],
    });
    expect(one?.sentence).toBe('1 of 3 steps (33 %) lack the provider’s count: step 1.');
    expect(found('usage-missing', 'u 40\n-- 10\nm 40\n-- 20')).toEqual([]);
    expect(found('usage-missing', 'u 40\n-- ? > 200\nm 40\n-- 20')).toEqual([]);
  });

  /** `count` steps, each after 160 bytes of a user or a model in turn: 40 counted tokens. */
  const log = (count: number, change: (i: number) => object): Session => {
    const picture = Array.from(
      { length: count },
      (_, i) => `${i % 2 === 0 ? 'u' : 'm'} 160\n-- ${1_000 + 100 * i}`,
    );
    const changes = Object.fromEntries(Array.from({ length: count }, (_, i) => [i, change(i)]));
    return withSteps([...picture, 'm 160'].join('\n'), changes);
  };

  it('is a placeholder where output counts are below what is visible', () => {
    const all = findingsIn(log(12, () => ({ output: 3 })));
    // Every second entry is a response of 40 heuristic tokens, counted as 3; the last step has one more.
    const one = all.find(({ detector }) => detector === 'usage-placeholder');
    expect(one?.steps.map(({ from }) => from)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(one?.severity).toBe('warning');
    expect(one?.sentence).toBe(
      '7 of 7 output counts are placeholders: 7.5 % of what is visible of the response, taken while it was streaming.',
    );
    expect(idsIn(log(12, () => ({ output: 45 })))).not.toContain('usage-placeholder');
  });

  it('is a placeholder at single steps, though the counts of all add up to more than is visible', () => {
    const all = findingsIn(log(40, (i) => ({ output: i === 8 ? 1 : 400 })));
    const one = all.find(({ detector }) => detector === 'usage-placeholder');
    expect(one?.steps).toEqual([{ from: 8, to: 8 }]);
    expect(one?.severity).toBe('info');
    expect(one?.sentence).toContain('1 of 21 output counts is a placeholder: 2.5 %');
  });

  it('is repeated where a step is like the one before, at the same moment', () => {
    const twice = (apart: number) =>
      log(6, (i) => ({
        output: 50,
        time: new Date(1.75e12 + i * 60_000).toISOString(),
        ...(i === 3
          ? { real: 1_200, entries: 3, time: new Date(1.75e12 + 120_000 + apart).toISOString() }
          : {}),
      }));
    const one = findingsIn(twice(500)).find(({ detector }) => detector === 'usage-repeated');
    expect(one?.steps).toEqual([{ from: 3, to: 3 }]);
    expect(idsIn(twice(5_000))).not.toContain('usage-repeated');
  });

  it('counts the uncached share only where real is below half of what is visible', () => {
    const [one, ...more] = found('usage-under-reported', 'model m\nu 12000\n-- 91\nm "b"\n-- 4000');
    expect(one).toMatchObject({ severity: 'error', steps: [{ from: 0, to: 0 }] });
    expect(more).toEqual([]);
    // The bytes of an image are no tokens, and small images no more than their model charges.
    const image = 'model m\nu 400\n+ i image/png 200000\n-- 1700\nm "b"\n-- 1800';
    expect(found('usage-under-reported', image)).toEqual([]);
    const icons = '+ i image/png 20000 200x200\n'.repeat(8);
    const small = `model claude-opus-4-6\nu 400\n${icons}-- 700\nm "b"\n-- 800`;
    expect(found('usage-under-reported', small)).toEqual([]);
  });

  it('counts the uncached share only where real stands still while the request doubles', () => {
    const picture = ['u 40', '-- 19', ...[5, 5, 5].flatMap((real) => ['m 120', `-- ${real}`])];
    const [one] = found('usage-under-reported', picture.join('\n'));
    expect(one?.steps).toEqual([{ from: 1, to: 3 }]);
    // A prefix that shrinks beside a few words of text is no doubt.
    expect(found('usage-under-reported', 'u 28\n-- 12874\nm 76\n-- 11998\nm 64\n-- 12018')).toEqual(
      [],
    );
    const grows = ['u 40', '-- 19', ...[49, 79, 109].flatMap((real) => ['m 120', `-- ${real}`])];
    expect(found('usage-under-reported', grows.join('\n'))).toEqual([]);
  });

  it('contradicts itself where the importer says so', () => {
    const notices = [
      { code: 'usage-contradictory', message: 'It contradicts itself.', at: [7], times: 2 },
      { code: 'other', message: 'No.', at: [], times: 1 },
    ];
    const [one, ...more] = found('usage-contradictory', 'u 40\n-- 10', { notices });
    expect(one).toMatchObject({
      sentence: 'It contradicts itself. (in the trace at 7)',
      steps: [],
      link: { step: null, tab: 'receipt' },
    });
    expect(more).toEqual([]);
    expect(found('usage-contradictory', 'u 40\n-- 10', { notices: notices.slice(1) })).toEqual([]);
  });

  it('has cache counts that do not fit where more is written than sent', () => {
    const written = (cacheWrite: number) => withSteps('u 40\n-- 1000', { 0: { cacheWrite } });
    expect(idsIn(written(1_001))).toContain('cache-accounting');
    expect(idsIn(written(1_000))).not.toContain('cache-accounting');
    const both = (cacheRead: number) =>
      withSteps('u 40\n-- 1000', { 0: { cacheRead, cacheWrite: 400 } });
    expect(idsIn(both(601))).toContain('cache-accounting');
    expect(idsIn(both(600))).not.toContain('cache-accounting');
  });

  it('includes another’s where a count rises for one step only', () => {
    const counts = (real: number) => `${rising(3, 20_000)}\nm 400\n-- 60000\nm 400\n-- ${real}`;
    const [one] = found('usage-spike', counts(20_200));
    // Density 1: 60,000 − 20,000 less the 100 tokens of the entry.
    expect(one).toMatchObject({ steps: [{ from: 3, to: 3 }], severity: 'warning' });
    expect(one?.figures).toContainEqual({
      name: 'not in its entries',
      value: 39_900,
      unit: 'tokens',
    });
    expect(found('usage-spike', counts(60_100))).toEqual([]);
    expect(
      found(
        'usage-spike',
        `${rising(3, 20_000)}\nm 400\n-- 60000\n== compact 400\nm 400\n-- 20200`,
      ),
    ).toEqual([]);
  });
});

describe('an estimator', () => {
  const settings = { window: 100_000 };

  it('counts images by their bytes', () => {
    const picture = 'u 400\n+ i image/png 200000\n-- 1700';
    const [one] = found('images-by-bytes', picture, { settings });
    expect(one?.figures).toMatchObject([
      { name: 'images', value: 1 },
      // image/png is 9 bytes: 2 tokens.
      { name: 'counted', value: 50_002 },
      { name: 'charged, at most', value: 1_600 },
      {},
    ]);
    expect(
      found('images-by-bytes', picture, { settings: { ...settings, countInline: false } }),
    ).toEqual([]);
    expect(found('images-by-bytes', 'u 400\n-- 100', { settings })).toEqual([]);
  });

  it('is far from real where the text costs 2.5 tokens a counted one, or more', () => {
    const [one] = found('density-far', `u 400\n-- 1000\n${rising(6, 3_400, 400)}`);
    expect(one?.sentence).toContain('4 real tokens per counted one');
    expect(found('density-far', `u 400\n-- 1000\n${rising(6, 2_200, 200)}`)).toEqual([]);
    // Four groups are too few to say so.
    expect(found('density-far', `u 400\n-- 1000\n${rising(4, 2_600, 400)}`)).toEqual([]);
  });
});

it('a clean session has no finding', () => {
  const session = textSession(
    `system 400\ntools 400\nlimit 200000\nu 400\n-- 400\n${rising(8, 1_200)}`,
  );
  expect(findingsIn(session)).toEqual([]);
});
