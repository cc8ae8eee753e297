import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { pi } from '@/lib/policies/pi/policy';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { summaryEntryTokens } from '@/lib/engine/mechanisms/summary-text';
import { bandAt, bandOf } from './band';
import { densityOf } from './density';
import { projectReal } from './projection';
import { replay } from '../replay';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const projectionOf = (lines: readonly string[]) => drawnSession(lines.join('\n')).projection;

/** Every second step brings an image of 200,000 bytes that costs 1,500 tokens; text costs 1.5. */
const mixed = (steps: number): string[] => {
  let real = 0;
  return Array.from({ length: steps }, (_, i) => {
    real += i % 2 === 0 ? 1_500 : 1_500 + 600;
    return i % 2 === 0
      ? ['m 4000', `-- ${real}`]
      : ['u 1600', '+ i image/png 200000', `-- ${real}`];
  }).flat();
};

describe('the density of text', () => {
  it('is learnt from groups without inline data', () => {
    const { density, densities } = projectionOf(mixed(20));
    expect(density.value).toBeCloseTo(1.5, 5);
    expect(density.source).toBe('session');
    // Entries without a recorded size use the density of the whole session.
    expect(densities.at(-1)?.value).toBeLessThan(0.2);
  });

  it('is that of the model where too few groups are text alone', () => {
    const { density } = projectionOf(['model claude-opus-4-6', ...mixed(8)]);
    expect(density).toMatchObject({ value: 1.4, source: 'model' });
  });

  it('is that of the model where requests grew by more than a token a byte', () => {
    const grown = (tokens: number): string[] =>
      Array.from({ length: 8 }, (_, i) => ['m 4000', `-- ${(i + 1) * tokens}`]).flat();
    expect(projectionOf(grown(4_000)).density).toMatchObject({ value: 4, source: 'session' });
    const beyond = projectionOf(['model claude-opus-4-6', ...grown(19_000)]);
    expect(beyond.density).toMatchObject({ value: 1.4, source: 'model' });
    // What a step grew by is its entries' all the same.
    expect(beyond.densities[0]).toMatchObject({ value: 19, source: 'session' });
  });

  it('is the one density of a session without inline data', () => {
    const lines = Array.from({ length: 8 }, (_, i) => ['m 4000', `-- ${(i + 1) * 1_300}`]).flat();
    const { density, densities } = projectionOf(lines);
    expect(density).toEqual(densities.at(-1));
  });
});

it('has no band for a summary where text always costs the same', () => {
  const session = drawnSession(mixed(20).join('\n'));
  const settings = { window: 300_000, summary: 'bytes', summaryBytes: 40_000 };
  const run = replay(
    session,
    contextGuardThreshold,
    contextGuardThreshold.settings.parse(settings),
  );
  expect(run.divergence).toBeGreaterThan(0);
  const { low, high } = bandOf(run);
  expect([low[run.divergence], high[run.divergence]]).toEqual([
    run.columns.real[run.divergence],
    run.columns.real[run.divergence],
  ]);
});

it('has a band for the entries that stay beside a summary of a given size', () => {
  const lines = Array.from({ length: 30 }, (_, i) => [
    'm 3000',
    `-- ${6_000 + 1_500 * i + 500 * (i % 3)}`,
  ]);
  const session = drawnSession(['u 400', '-- 5000', ...lines.flat()].join('\n'));
  const given = { window: 46_384, keep: 4_000, summary: 'bytes', summaryBytes: 400 };
  const run = replay(session, pi, pi.settings.parse(given));
  const { columns, divergence: at } = run;
  const { prefix, density: text, densities } = session.projection;
  const real = floatAt(columns.real, at);
  const summary = summaryEntryTokens(intAt(columns.summaryBytes, at));
  const left = real - prefix - text.value * summary;
  const of = densityOf(session.profile, densities, at);
  const { low, high } = bandAt(run, at);
  expect(left).toBeGreaterThan(4_000);
  expect([low, high]).toEqual([
    Math.trunc(
      real - Math.hypot((text.value - text.low) * summary, 0.65 * left * (1 - of.low / of.value)),
    ),
    Math.trunc(
      real + Math.hypot((text.high - text.value) * summary, 0.3 * left * (of.high / of.value - 1)),
    ),
  ]);
});

it('gives encrypted reasoning its share of a step’s growth, which is hidden', () => {
  const { profile } = drawnSession('u 400\n-- 1000\nm 400\nu 400\n-- 1500');
  const sealed = Int32Array.of(0, 300, 0);
  const { sizes, hidden } = projectReal({ ...profile, entries: { ...profile.entries, sealed } }, 0);
  expect([...sizes]).toEqual([0, 100, 200, 300]);
  expect([...hidden]).toEqual([0, 300]);
});

it('sizes a recorded summary as text', () => {
  const { prefix } = projectionOf([
    'u 4000',
    '-- ?',
    '== compact 40000',
    'm 400',
    '-- 20000',
    ...mixed(20).map((line) =>
      line.replace(/^-- (\d+)$/, (_, real: string) => `-- ${Number(real) + 20_000}`),
    ),
  ]);
  // 10,000 at 1.5, and the entry's 100 at the 0.07 of the whole session.
  expect(Math.round(prefix)).toBe(20_000 - 15_000 - 7);
});

describe('entries of several models', () => {
  const models = (last: string): string[] => [
    'model claude-opus-4-6',
    'u 4000',
    '-- ?',
    'model never-heard-of',
    'm 4000',
    last,
  ];

  it.each(['-- ?', '-- 5000'])(
    'are sized by their own step, the last of which says "%s"',
    (last) => {
      const { sizes } = projectionOf(models(last));
      expect([...sizes].map(Math.round)).toEqual([0, 1_400, 2_400]);
    },
  );

  it('give the prefix of a session without usage to the first', () => {
    expect(Math.round(projectionOf(['system 4000', ...models('-- ?')]).prefix)).toBe(1_400);
  });
});
