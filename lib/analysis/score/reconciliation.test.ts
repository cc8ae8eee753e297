import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { prepare } from '@/lib/replay/prepare';
import { arbitrarySession } from '@/lib/session/testing/arbitrary-session';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/measure';
import { reconcile } from './reconciliation';

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
    const found = reconcile(prepare(measureSession(plain)), []);
    expect(found.line?.slope).toBeCloseTo(2, 9);
    expect(found.line?.intercept).toBeCloseTo(1000, 6);
    expect(found.prefix.fitted).toBeCloseTo(1000, 6);
    expect(found.prefix).toMatchObject({ source: 'recorded', heuristic: null });
    for (const { residual } of found.residuals) expect(residual).toBeCloseTo(0, 6);
    expect(found.outliers).toEqual([]);
  });

  test('adds up what a request held to the recorded total', () => {
    const [sum, ...others] = reconcile(prepare(measureSession(plain)), []).sums;
    expect(others).toEqual([]);
    expect(sum).toMatchObject({ step: 2, total: 2200, recorded: 2200, hidden: 0, kept: 0 });
    expect((sum?.prefix ?? 0) + (sum?.entries ?? 0)).toBe(2200);
  });

  test('divides by model and by the category that grew', () => {
    const found = reconcile(prepare(measureSession(plain)), []);
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
        for (const { total, recorded } of reconcile(prepare(profile), []).sums) {
          expect(Math.trunc(total)).toBe(recorded);
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });
});

describe('doubts', () => {
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

  test('output counts below what is visible are placeholders', () => {
    // Every second entry is a response of 40 heuristic tokens, counted as 3.
    const found = reconcile(prepare(measureSession(log(12, () => ({ output: 3 })))), []).findings;
    expect(found).toMatchObject([{ code: 'placeholder', steps: [0, 2, 4, 6, 8], times: 6 }]);
    expect(found[0]?.message).toContain('8 %');
    const honest = reconcile(prepare(measureSession(log(12, () => ({ output: 45 })))), []);
    expect(honest.findings).toEqual([]);
  });

  test('a step like the one before, at the same moment, was written twice', () => {
    const twice = log(6, (i) =>
      i === 3
        ? { real: 1200, entries: 3, output: 50, time: new Date(1.75e12 + 120_500).toISOString() }
        : { output: 50 },
    );
    const { findings } = reconcile(prepare(measureSession(twice)), []);
    expect(findings).toMatchObject([{ code: 'repeated', steps: [3], times: 1 }]);
  });

  test('real below half of what is visible is under-reported', () => {
    const session = textSession(`model m\nu "${bytes(3000)}"\n-- 91\nm "b"\n-- 4000`, 'gateway');
    const { findings } = reconcile(prepare(measureSession(session)), []);
    expect(findings).toMatchObject([{ code: 'under-reported', steps: [0], times: 1 }]);
  });

  test('the bytes of an image are no tokens', () => {
    const session = textSession('model m\nu 400\n+ i image/png 200000\n-- 1700\nm "b"\n-- 1800');
    expect(reconcile(prepare(measureSession(session)), []).findings).toEqual([]);
  });

  test('small images are no more tokens than their model charges', () => {
    const icons = '+ i image/png 20000 200x200\n'.repeat(8);
    const session = textSession(`model claude-opus-4-6\nu 400\n${icons}-- 700\nm "b"\n-- 800`);
    expect(reconcile(prepare(measureSession(session)), []).findings).toEqual([]);
  });

  test('real that stands still while the request doubles is under-reported', () => {
    const picture = ['u 40', '-- 19', ...[5, 5, 5].flatMap((real) => ['m 120', `-- ${real}`])];
    const { findings } = reconcile(prepare(measureSession(textSession(picture.join('\n')))), []);
    expect(findings).toMatchObject([{ code: 'under-reported', steps: [1, 2, 3], times: 3 }]);
    // A prefix that shrinks beside a few words of text is no doubt.
    const hidden = textSession('u 28\n-- 12874\nm 76\n-- 11998\nm 64\n-- 12018');
    expect(reconcile(prepare(measureSession(hidden)), []).findings).toEqual([]);
    const grows = ['u 40', '-- 19', ...[49, 79, 109].flatMap((real) => ['m 120', `-- ${real}`])];
    const fine = reconcile(prepare(measureSession(textSession(grows.join('\n')))), []);
    expect(fine.findings).toEqual([]);
  });

  test('what the importer found odd about usage is listed', () => {
    const notices = [
      { code: 'usage-contradictory', message: 'It contradicts itself.', at: [7], times: 2 },
      { code: 'other', message: 'No.', at: [], times: 1 },
    ];
    const { findings } = reconcile(prepare(measureSession(log(2, () => ({})))), notices);
    expect(findings).toEqual([
      {
        code: 'contradictory',
        message: 'It contradicts itself. (in the trace at 7)',
        steps: [],
        times: 2,
      },
    ]);
  });

  test('a step far from the line is named with what is known of it', () => {
    const wild = log(40, (i) => ({ real: 1000 + i * 100 + (i === 20 ? 90_000 : (i % 3) * 4) }));
    const { outliers, tolerance } = reconcile(prepare(measureSession(wild)), []);
    expect(outliers.map(({ step: at }) => at)).toEqual([20]);
    expect(outliers[0]?.cause).toBe('this recording does not show the cause');
    expect(tolerance).toBeGreaterThan(0);
  });
});
