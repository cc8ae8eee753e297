import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { bandOf } from './band';
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
