import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { sessionSchema, type Session } from '@/lib/engine/session/schema';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { repeats } from '@/lib/tools/suites/endurance';
import { entrySizes, sessionGrowth, stepDensity } from './session-growth';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { sampleSession } from '@/lib/tools/samples/samples';

const growthOf = (picture: string) => sessionGrowth(drawnSession(picture));

/** The parts of every step add up to its growth, and the growth of all to the last request. */
function expectWhole(session: Session): void {
  const { profile, ...rest } = preparedSession(session);
  const prepared = { profile, ...rest };
  const { steps } = sessionGrowth(prepared);
  const known = [...profile.steps.real].filter((real) => real >= 0);
  expect(steps).toHaveLength(Math.max(0, known.length - 1));
  let real = known[0] ?? 0;
  steps.forEach((growth, i) => {
    const { grew, explained, stripped, unexplained, from, to } = growth;
    const entries = entrySizes(prepared, growth);
    const parts = [...entries, stripped, unexplained];
    expect(parts.every(Number.isInteger)).toBe(true);
    expect(entries.every((tokens) => tokens >= 0) && stripped <= 0).toBe(true);
    expect(entries).toHaveLength(to - from);
    expect(entries.reduce((sum, tokens) => sum + tokens, 0)).toBe(explained);
    expect(parts.reduce((sum, tokens) => sum + tokens, 0)).toBe(grew);
    real += grew;
    expect(real).toBe(known[i + 1]);
  });
}

const sample = (name: Parameters<typeof sampleSession>[0]) => preparedSession(sampleSession(name));

describe('the growth of the incident', () => {
  const session = sample('production-incident');
  const growth = sessionGrowth(session);

  it('at 143 is 10,747 of entries and 40,072 that are not in the recording', () => {
    const last = growth.at(143);
    expect(last).toMatchObject({ since: 142, kind: 'run', grew: 50_819, from: 285, to: 289 });
    expect(last && entrySizes(session, last)).toEqual([9, 21, 11, 10_706]);
    expect([last?.explained, last?.stripped, last?.unexplained]).toEqual([10_747, 0, 40_072]);
  });

  it('is usual by 7 tokens beyond the entries, at a density of 1.79 and not of 4.70', () => {
    const density = stepDensity(session, 143);
    expect([growth.usual, density.value.toFixed(2), density.groups]).toEqual([7, '1.79', 139]);
    expect(growth.slope.toFixed(2)).toBe('4.70');
  });

  it('hides 9,802, 12,404 and 7,298 tokens at the other servers', () => {
    expect([31, 77, 118].map((step) => growth.at(step)?.unexplained)).toEqual([
      9_802, 12_404, 7_298,
    ]);
    expect([140, 141, 142].map((step) => growth.at(step)?.unexplained)).toEqual([-15, 3, -985]);
  });
});

describe('the parts of every growth add up', () => {
  it('in generated sessions, with gaps, compactions, elisions, models and thoughts', () => {
    fc.assert(fc.property(arbitrarySession, expectWhole), { numRuns: repeats(200, 2_000) });
  });

  it.each(readdirSync('public/samples'))('in the sample %s', (file) => {
    expectWhole(sessionSchema.parse(JSON.parse(readFileSync(`public/samples/${file}`, 'utf8'))));
  });

  it('in every recorded fixture', () => {
    let sessions = 0;
    for (const { text, input, file } of textFixtures) {
      const read = readTrace(text, input, file);
      if (!read.ok) continue;
      for (const session of read.value.sessions) {
        expectWhole(session);
        sessions++;
      }
    }
    expect(sessions).toBeGreaterThan(50);
  });
});

describe('a growth', () => {
  /** Steps of 1,000 heuristic tokens each that cost 1,500, from 10,000 on. */
  const ordinary = (steps: number, from = 10_000): readonly string[] =>
    Array.from({ length: steps }, (_, i) => ['m 4000', `-- ${from + i * 1_500}`]).flat();

  it('is known from the second step with usage on', () => {
    const { at } = growthOf('u 400\n-- ?\nm 400\n-- 2000\nm 400\n-- ?\nm 400\n-- 2500');
    expect([at(0), at(1), at(2)]).toEqual([null, null, null]);
    expect(at(3)).toMatchObject({ since: 1, grew: 500, from: 2, to: 4 });
  });

  it('behind a recorded compaction says what the compaction took out', () => {
    const lines = [...ordinary(8), '== compact 400', 'm 4000', '-- 4000'];
    expect(growthOf(lines.join('\n')).at(8)).toMatchObject({
      kind: 'compaction',
      grew: 4_000 - 20_500,
      explained: 1_500,
      unexplained: 4_000 - 20_500 - 1_500,
    });
  });

  it('of another model is no evidence of anything hidden', () => {
    const lines = [...ordinary(8), 'model other', 'm 4000', '-- 40000'];
    const growth = growthOf(lines.join('\n'));
    expect(growth.at(8)?.kind).toBe('model');
    expect(growth.usual).toBe(0);
  });

  it('takes thoughts out that the source strips when a turn ends', () => {
    const lines = ['thoughts stripped', ...ordinary(8), 't 4000', '-- 22000', 'u 4000', '-- 22000'];
    const growth = growthOf(lines.join('\n'));
    expect(growth.at(8)).toMatchObject({ grew: 1_500, explained: 1_500, stripped: 0 });
    expect(growth.at(9)).toMatchObject({ grew: 0, explained: 1_500, stripped: -1_500 });
  });

  it('gives an image of unknown cost what the texts of its step leave', () => {
    const lines = [...ordinary(8), 'u 4000', '+ i image/png 200000', '-- 23000'];
    expect(growthOf(lines.join('\n')).at(8)).toMatchObject({ explained: 2_500, unexplained: 0 });
  });

  it('sizes text by the text of the session where images cost far less than they count', () => {
    const lines = [...ordinary(8), 'i image/png 200000', '-- 21500', 'm 4000', '-- 23000'];
    expect(growthOf(lines.join('\n')).at(9)).toMatchObject({ explained: 1_500, unexplained: 0 });
  });
});
