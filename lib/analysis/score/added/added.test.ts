import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { numbersOnly } from '@/lib/engine/tokens/numbers-only';
import { profileCounts } from '@/lib/engine/tokens/text/text-counts';
import { addedSteps } from './added-steps';
import { scoreParts, type PartSample } from './part-score';
import { growthSamples } from './growth-samples';
import { estimatorVariants } from '../estimator-variants';
import { ruleSamples } from './rule-samples';

const session = (text: string) => prepare(measureSession(textSession(text)));
const added = (text: string) => addedSteps(session(text));

const LATIN = '"a plain sentence of some length, in Latin letters"';
const CJK = '"这是一个完全用汉字写成的句子没有别的东西这是一个完全用汉字写成的句子"';

describe('what a step added', () => {
  it.each([
    [`u ${LATIN}`, 'latin', 'user'],
    [`m ${CJK}`, 'cjk', 'model'],
    [`t "мысли на другом языке"`, 'other', 'thought'],
    [`c read {"path":${LATIN}}`, 'latin', 'call'],
    [`r read ${CJK}`, 'cjk', 'response'],
    [`i image/png 30000`, null, 'inline'],
    // 36 of 86 characters; 27 of 39 heuristic tokens.
    [`u ${CJK}\nm ${LATIN}`, 'mixed', 'user'],
    [`u ${LATIN}\nm ${LATIN}`, 'latin', 'mixed'],
    // 50 of 60 characters are Latin.
    [`u ${LATIN}\nm "十个汉字在这里面了"`, 'latin', 'user'],
    [`m 900`, 'latin', 'model'],
  ])('is of a script and a kind: %s', (text, script, category) => {
    const steps = added(`u 40\n-- 1000\n${text}\n-- 2000`);
    expect(steps).toEqual([{ step: 1, from: 0, script, category }]);
  });

  it('is nothing at the first step, behind a compaction, and where nothing was added', () => {
    expect(added(`u 40\n-- 1000`)).toEqual([]);
    expect(added(`u 40\n-- 1000\n== compact 400\nu 40\n-- 900`)).toEqual([]);
    expect(added(`u 40\n-- 1000\n-- 1001`)).toEqual([
      { step: 1, from: 0, script: null, category: null },
    ]);
  });

  it('stays known without text', () => {
    const text = textSession(`u 40\n-- 1000\nr read ${CJK}\n-- 2000`);
    const numbers = addedSteps(prepare(measureSession(numbersOnly(text))));
    expect(numbers).toEqual([{ step: 1, from: 0, script: 'cjk', category: 'response' }]);
  });
});

describe('the score by what a step added', () => {
  const sample = (ratio: number, script: PartSample['script'], category: PartSample['category']) =>
    ({ ratio, script, category }) satisfies PartSample;

  it('has a median and a share for each script and category, with n and intervals', () => {
    const samples = [
      ...[0.7, 0.75, 0.8, 0.85, 0.9, 0.99].map((ratio) => sample(ratio, 'cjk', 'user')),
      sample(1.2, 'latin', 'user'),
      sample(1.1, null, 'inline'),
    ];
    const rows = scoreParts(samples);
    expect(rows.map(({ by, of, n }) => [by, of, n])).toEqual([
      ['script', 'latin', 1],
      ['script', 'cjk', 6],
      ['category', 'user', 7],
      ['category', 'inline', 1],
    ]);
    expect(rows[1]).toMatchObject({ median: 0.825, interval: [0.7, 0.99], under: 5 / 6 });
    expect(rows[1]?.underInterval[0]).toBeCloseTo(0.436, 3);
    expect(rows[0]).toMatchObject({ median: 1.2, interval: null, under: 0 });
    expect(rows[0]?.underInterval[1]).toBeCloseTo(0.793, 3);
  });

  it('is empty without samples', () => {
    expect(scoreParts([])).toEqual([]);
  });
});

describe('the growth that an estimator counts', () => {
  it('is divided by the real growth, step by step', () => {
    const one = session(`u 400\n-- 1000\nm 4000\n-- 2250\nu 8000\n-- 4250\nm 40\n-- 4000`);
    const samples = growthSamples(one, profileCounts(one.profile));
    // 1,000 of 1,250, and 2,000 of 2,000; at the last the request shrank.
    expect(samples).toEqual([
      { ratio: 0.8, script: 'latin', category: 'model' },
      { ratio: 1, script: 'latin', category: 'user' },
    ]);
  });
});

describe('the estimates of a rule', () => {
  const one = session(`u 400\n-- 1000\nm 4000\n-- 2250\nu 8000\n-- 4250`);
  const samples = (id: string) =>
    ruleSamples(
      one,
      estimatorVariants.find((variant) => variant.id === id)!,
    );

  it('are those of its row in the table, behind the first of a run', () => {
    // 1,100 and 3,100 heuristic tokens.
    expect(samples('factor-1')).toEqual([
      { ratio: 1_100 / 2_250, script: 'latin', category: 'model' },
      { ratio: 3_100 / 4_250, script: 'latin', category: 'user' },
    ]);
    expect(samples('delta-1.4').map(({ ratio }) => ratio)).toEqual([
      (1_000 + 1.4 * 1_000) / 2_250,
      (2_250 + 1.4 * 2_000) / 4_250,
    ]);
    expect(samples('first-prior')).toEqual([]);
  });
});
