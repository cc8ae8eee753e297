import { describe, expect, it } from 'vitest';
import { conformalRange, errorBand, type ErrorRow } from './projection-errors';

/** Numbers from 0 to 1 that are the same in every run. */
function* uniform(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const normal = (draw: Generator<number, never>): number =>
  Math.sqrt(-2 * Math.log(1 - draw.next().value)) * Math.cos(2 * Math.PI * draw.next().value);

const rows = (agent: string, errors: readonly number[], projected = 50_000): readonly ErrorRow[] =>
  errors.map((error, i) => ({
    agent,
    family: `${agent}${i}`,
    first: 1_000 + i,
    projected,
    recorded: projected + error,
  }));

describe('a band of a planted corpus', () => {
  const widths = [15, 50, 200].map((n) => {
    const draw = uniform(n);
    let inside = 0;
    let width = 0;
    for (let k = 0; k < 2_000; k++) {
      const errors = Array.from({ length: n }, () => 4_000 * normal(draw));
      const { low, high } = conformalRange(errors, 0.2) ?? { low: NaN, high: NaN };
      const next = 4_000 * normal(draw);
      inside += Number(next >= low && next <= high);
      width += high - low;
    }
    return { n, covered: inside / 2_000, width: width / 2_000 };
  });

  it.each(widths.slice(1))('holds 80 ± 3 % of 2,000 draws from $n errors', ({ covered }) => {
    expect(covered).toBeGreaterThan(0.77);
    expect(covered).toBeLessThan(0.83);
  });

  it('promises at least 80 % of few, and narrows with more', () => {
    const [few, more, most] = widths;
    expect(few?.covered).toBeGreaterThan(0.8);
    expect(most?.width).toBeLessThanOrEqual(more?.width ?? 0);
    expect(more?.width).toBeLessThanOrEqual(few?.width ?? 0);
  });

  it('is none where so few errors have no such ranks', () => {
    expect(conformalRange([1, 2, 3, 4, 5, 6, 7, 8], 0.2)).toBeNull();
    expect(conformalRange([9, 1, 2, 3, 4, 5, 6, 7, 8], 0.2)).toEqual({ low: 1, high: 9 });
  });
});

type Without = (firsts: ReadonlySet<number>) => number;
const NO_SHIFT: Without = () => 0;

/** The band around 50,000 projected tokens of a session that is in no row. */
const bandOf = (
  given: readonly ErrorRow[],
  agent: string,
  { first = -1, projected = 50_000, without = NO_SHIFT } = {},
) => errorBand(given, { agent, first, projected, without });

describe('CV+ of a planted corpus, a family a fold', () => {
  /** Families share a part of their error; the projection is the median of the rows that are in the table. */
  const FAMILIES = 20;
  const DRAWS = 2_000;
  const draw = uniform(7);
  let inside = 0;
  for (let k = 0; k < DRAWS; k++) {
    const truths = Array.from({ length: FAMILIES + 1 }, () => {
      const shared = 2_000 * normal(draw);
      return [1, 2].map(() => 50_000 + shared + 3_000 * normal(draw));
    });
    const asked = truths.pop()?.[0] ?? NaN;
    const centre = (out: ReadonlySet<number>): number => {
      const rest = truths.flatMap((both, i) => (out.has(i) ? [] : both)).sort((a, b) => a - b);
      return ((rest[rest.length / 2 - 1] ?? NaN) + (rest[rest.length / 2] ?? NaN)) / 2;
    };
    const projected = centre(new Set());
    const given = truths.flatMap((both, i) =>
      both.map((recorded) => ({
        ...{ agent: 'planted', family: `${i}`, first: i, recorded },
        projected: centre(new Set([i])),
      })),
    );
    const without = (firsts: ReadonlySet<number>): number => centre(firsts) - projected;
    const band = bandOf(given, 'planted', { projected, without });
    const off = asked - projected;
    inside += Number(off >= (band?.low ?? NaN) && off <= (band?.high ?? NaN));
  }

  it('holds 80 ± 3 % of 2,000 draws of another family from 40 errors of 20 families', () => {
    expect(inside / DRAWS).toBeGreaterThan(0.77);
    expect(inside / DRAWS).toBeLessThan(0.83);
  });
});

describe('the band of an agent', () => {
  const many = rows(
    'many',
    Array.from({ length: 29 }, (_, i) => (i - 14) * 100),
  );

  it('is of its own errors in tokens from 20 families on', () => {
    expect(bandOf(many, 'many')).toEqual({
      ...{ low: -1_200, high: 1_200 },
      ...{ n: 29, families: 29, isOwn: true },
    });
  });

  it('is of all agents’ errors as shares of what was projected where it has fewer', () => {
    const few = rows('few', [10_000, -10_000], 20_000);
    // 2.6 % of 50,000 and of 20,000 tokens.
    expect(bandOf([...many, ...few], 'few')).toMatchObject({
      ...{ low: -1_300, high: 1_300, n: 31, isOwn: false },
    });
    expect(bandOf([...many, ...few], 'few', { projected: 20_000 })).toMatchObject({ high: 520 });
  });

  it('leaves out the family of the session itself', () => {
    const twice = many.map((row, i) => (i < 2 ? { ...row, family: 'together' } : row));
    expect(bandOf(twice, 'many', { first: 1_001 })).toMatchObject({ n: 27, families: 27 });
  });

  it('stands around what is projected without each family, and holds the projection itself', () => {
    // Without any family the table would project 2,000 tokens more.
    const without = (firsts: ReadonlySet<number>): number => (firsts.size > 0 ? 2_000 : 0);
    expect(bandOf(many, 'many', { without })).toMatchObject({ low: 0, high: 3_200 });
  });
});
