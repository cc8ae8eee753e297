import { describe, expect, it } from 'vitest';
import { sizeTables } from '@/lib/engine/sizes/shipped';
import { tableOf, writtenRows, type WrittenRow } from '@/lib/engine/sizes/size-table';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { shippedDensities } from '@/lib/engine/tokens/density';
import { measureSession } from '@/lib/engine/tokens/measure';
import { prefixPriors } from '@/lib/engine/tokens/prefix-prior';
import type { Profile } from '@/lib/engine/tokens/profile';
import { densityEvidence, densityTable } from './density-table';
import { prefixEvidence, prefixTable } from './prefix-table';
import { compareSizes } from './size-comparison';
import { contradicts } from './table-line';

/** Steps that grow by 4,000 heuristic tokens each, which cost `each` real ones. */
function session(model: string, first: number, each: number, steps = 5, source = 'pi'): Profile {
  const text = Array.from({ length: steps }, (_, i) => `m 16000\n-- ${first + each * i}`).join(
    '\n',
  );
  const one = textSession(text);
  const profile = measureSession({
    ...one,
    source: { ...one.source, format: source },
    steps: one.steps.map((step) => ({ ...step, model })),
  });
  return profile;
}

const sessions = (models: readonly string[], each: readonly number[]) =>
  each.flatMap((tokens, i) =>
    models.map((model) => densityEvidence(session(model, 10_000 + i, tokens))),
  );

describe('the table of densities', () => {
  const claude = sessions(['claude-opus-4-5', 'claude-sonnet-4-5'], [5_000, 5_600, 6_000, 6_400]);

  it('is a median over sessions of the median of their large increments, with its interval', () => {
    const { lines } = densityTable(claude);
    expect(lines.map(({ of }) => of)).toEqual(shippedDensities.map(({ models }) => models));
    const line = lines.find(({ of }) => of === 'Claude up to 4.6');
    expect(line).toEqual({
      of: 'Claude up to 4.6',
      n: 8,
      value: 1.45,
      interval: [1.25, 1.6],
      shipped: 1.4,
    });
    expect(contradicts(line!)).toBe(false);
    expect(lines.find(({ of }) => of === 'Gemini')).toMatchObject({ n: 0, interval: null });
  });

  it('counts a session once, whatever models of a family it had', () => {
    const one = textSession(
      'model claude-a\nm 16000\n-- 10000\nm 16000\n-- 15000\nmodel claude-b\nm 16000\n-- 20000\nm 16000\n-- 25800',
    );
    expect(densityEvidence(measureSession(one))).toEqual([
      {
        family: 'Claude up to 4.6',
        models: ['claude-a', 'claude-b'],
        increments: 2,
        density: 1.35,
      },
    ]);
  });

  it('is contradicted by evidence beside it', () => {
    const { lines } = densityTable(sessions(['gpt-5.4', 'gpt-5.5'], [8_000, 8_040, 8_080]));
    expect(lines.filter(contradicts)).toMatchObject([{ of: 'GPT-5, Codex', n: 6, value: 2.01 }]);
  });

  it('is written like the shipped one, the same for the same sessions in any order', () => {
    const { text } = densityTable(claude);
    expect(text).toContain(
      "    models: 'Claude up to 4.6',\n    pattern: /claude/,\n    value: 1.45,\n",
    );
    expect(text).toContain(
      "evidence: '32 increments in 8 sessions of 2 models, 95 % interval 1.25 to 1.6',",
    );
    expect(text).toContain('kept: no increment');
    expect(text).toMatch(/^\/\/ density [0-9a-f]{8}\n/);
    expect(densityTable([...claude].reverse()).text).toBe(text);
  });

  it('leaves out small increments, those with hidden output, images and other runs', () => {
    const increments = (text: string, output: number | null = null): number => {
      const one = textSession(`model claude-x\n${text}`);
      const steps = one.steps.map((step) => ({ ...step, output: output ?? step.output }));
      return densityEvidence(measureSession({ ...one, steps })).length;
    };
    const large = 'm 16000\n-- 10000\nm 16000\n-- 15000';
    expect(increments(large)).toBe(1);
    expect(increments(large, 500)).toBe(1);
    expect(increments(large, 501)).toBe(0);
    expect(increments('m 16000\n-- 10000\nm 4000\n-- 15000')).toBe(0);
    expect(increments('m 16000\n-- 10000\nm 16000\n+ i image/png 30000\n-- 15000')).toBe(0);
    expect(increments('m 16000\n-- 10000\n== compact 400\nm 16000\n-- 15000')).toBe(0);
  });
});

it('takes images whose charge is known off an increment', () => {
  const picture = textSession(
    'model claude-x\nm 16000\n-- 10000\nm 16000\n+ i image/png 30000 2000x1500\n-- 16564',
  );
  expect(densityEvidence(measureSession(picture))).toMatchObject([{ density: 1.25 }]);
});

describe('the table of prefixes', () => {
  it('is what the first request holds beyond the trace, a median over sessions of a source', () => {
    const evidence = [7_000, 7_100, 7_200, 7_300, 7_400, 7_500].map((real) =>
      prefixEvidence(session('model-x', real, 5_000, 2)),
    );
    const { lines, text } = prefixTable(evidence);
    expect(lines.map(({ of }) => of)).toEqual(prefixPriors.map(({ agent }) => agent));
    expect(lines.find(({ of }) => of === 'pi')).toMatchObject({
      n: 6,
      value: 3_250,
      interval: [3_000, 3_500],
      shipped: 2_298,
    });
    expect(text).toContain('tokens: 3_250,');
    expect(prefixTable([...evidence].reverse()).text).toBe(text);
  });

  it('has nothing of a session without a count before its first compaction', () => {
    expect(prefixEvidence(measureSession(textSession('m 400\n--')))).toBeNull();
    const late = 'm 400\n-- ?\n== compact 400\n-- 900';
    expect(prefixEvidence(measureSession(textSession(late)))).toBeNull();
  });
});

describe('the table of sizes', () => {
  const row = (first: number, bytes: number, back: number | null = null): WrittenRow => [
    'claude-code',
    null,
    'm',
    first,
    bytes,
    back,
    null,
  ];

  it('is the shipped one’s equal where the rows are', () => {
    const shipped = sizeTables.at(-1)!;
    const lines = compareSizes(writtenRows(shipped));
    expect(lines.filter(contradicts)).toEqual([]);
    for (const { value, shipped: known } of lines) expect(value).toBe(known);
  });

  it('counts a session once, by the median of its compactions', () => {
    const lines = compareSizes([row(1, 100), row(1, 300), row(2, 400), row(3, 500, 7)]);
    expect(lines).toMatchObject([
      { of: 'claude-code: summary, bytes', n: 3, value: 400 },
      { of: 'claude-code: came back, tokens', n: 1, value: 7, interval: null },
    ]);
    expect(tableOf('t', []).rows).toEqual([]);
  });

  it('counts a compaction once, however many recordings hold it', () => {
    const all = [row(1, 100), row(1, 300), row(1, 400)];
    expect(compareSizes([...all, row(1, 100)])).toEqual(compareSizes(all));
  });
});
