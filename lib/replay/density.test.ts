import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/profile';
import { prepare } from './replay';

const projectionOf = (lines: readonly string[]) =>
  prepare(measureSession(textSession(lines.join('\n')))).projection;

describe('the density of text', () => {
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

  it('is learnt from groups without inline data', () => {
    const { density, densities } = projectionOf(mixed(20));
    expect(density.value).toBeCloseTo(1.5, 5);
    expect(density.source).toBe('session');
    // Entries that nobody sized go on by what the whole session costs.
    expect(densities.at(-1)?.value).toBeLessThan(0.2);
  });

  it('is that of the model where too few groups are text alone', () => {
    const { density } = projectionOf(['model claude-opus-4-6', ...mixed(8)]);
    expect(density).toMatchObject({ value: 1.4, source: 'model' });
  });

  it('is the one density of a session without inline data', () => {
    const lines = Array.from({ length: 8 }, (_, i) => ['m 4000', `-- ${(i + 1) * 1_300}`]).flat();
    const { density, densities } = projectionOf(lines);
    expect(density).toBe(densities.at(-1));
  });
});

it('sizes what nobody reported by the model of the step that it comes in with', () => {
  const { sizes, prefix } = projectionOf([
    'system 4000',
    'model claude-opus-4-6',
    'u 4000',
    '-- ?',
    'model never-heard-of',
    'm 4000',
    '-- ?',
  ]);
  expect([...sizes].map(Math.round)).toEqual([0, 1_400, 2_400]);
  expect(Math.round(prefix)).toBe(1_400);
});
