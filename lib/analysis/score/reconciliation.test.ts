import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { prepare } from '@/lib/engine/replay/prepare';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { reconcile } from './reconciliation';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const bytes = (n: number): string => 'x'.repeat(4 * n);

describe('reconciliation', () => {
  // Heuristics: 100, 300, 600 of the log; real = 2 h + 1000.
  const plain = textSession(
    `
    model claude-x
    u "${bytes(100)}"
    -- 1200
    m "${bytes(200)}"
    -- 1600
    u "${bytes(300)}"
    -- 2200
    `,
    'line',
  );

  test('fits the line, and the prefix that it implies', () => {
    const found = reconcile(preparedSession(plain));
    expect(found.line?.slope).toBeCloseTo(2, 9);
    expect(found.line?.intercept).toBeCloseTo(1000, 6);
    expect(found.prefix.fitted).toBeCloseTo(1000, 6);
    expect(found.prefix).toMatchObject({ source: 'recorded', heuristic: null });
    for (const { residual } of found.residuals) expect(residual).toBeCloseTo(0, 6);
    expect(found.outliers).toEqual([]);
  });

  test('adds up what a request held to the recorded total', () => {
    const [sum, ...others] = reconcile(preparedSession(plain)).sums;
    expect(others).toEqual([]);
    expect(sum).toMatchObject({ step: 2, total: 2200, recorded: 2200, hidden: 0, kept: 0 });
    expect((sum?.prefix ?? 0) + (sum?.entries ?? 0)).toBe(2200);
  });

  test('divides by model and by the category that grew', () => {
    const found = reconcile(preparedSession(plain));
    expect(found.byModel).toEqual([
      { name: 'claude-x', n: 3, real: 5000, heuristic: 1000, ratio: 5 },
    ]);
    expect(found.byCategory).toEqual([
      { name: 'text', n: 2, real: 1000, heuristic: 500, ratio: 2 },
    ]);
  });

  test('adds up to every recorded number of any session', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const profile = measureSession(session);
        if (profile.steps.ratio !== null) return;
        for (const { total, recorded } of reconcile(prepare(profile)).sums) {
          expect(Math.trunc(total)).toBe(recorded);
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });
});

describe('outliers', () => {
  const step = (i: number, change: object) => ({
    entries: i + 1,
    real: 1000 + i * 100,
    reported: true,
    rejected: false,
    limit: null,
    usage: null,
    model: 'm',
    time: new Date(1.75e12 + i * 60_000).toISOString(),
    label: '',
    ...change,
  });
  const log = (count: number, change: (i: number) => object) => ({
    ...textSession('u "a"', 'doubts'),
    entries: Array.from({ length: count + 1 }, (_, i) => ({
      role: i % 2 === 0 ? ('user' as const) : ('model' as const),
      parts: [{ kind: 'text' as const, text: bytes(40) }],
    })),
    steps: Array.from({ length: count }, (_, i) => step(i, change(i))),
  });

  test('a step far from the line is named with what is known of it', () => {
    const wild = log(40, (i) => ({ real: 1000 + i * 100 + (i === 20 ? 90_000 : (i % 3) * 4) }));
    const { outliers, tolerance } = reconcile(preparedSession(wild));
    expect(outliers.map(({ step: at }) => at)).toEqual([20]);
    expect(outliers[0]?.cause).toBe('this recording does not show the cause');
    expect(tolerance).toBeGreaterThan(0);
  });
});
