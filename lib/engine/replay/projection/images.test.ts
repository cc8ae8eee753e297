/** An image whose size in pixels is known has its model's charge as its share; text has the rest. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { none } from '@/lib/policies/highwater/none';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { prepare } from '../prepare';
import { replay } from '../replay';
import { bandOf } from './band';

/** Tokens that Claude up to 4.6 charges for 2000 × 1500 px. */
const IMAGE = 1_564;
const MODEL = 'model claude-opus-4-6';
const prepared = (lines: readonly string[]) =>
  prepare(measureSession(textSession([MODEL, ...lines].join('\n'))));

/** Steps that each add 1,000 heuristic tokens of text and `growth` real ones. */
const ordinary = (steps: number, first = 10_000, growth = 1_300): string[] =>
  Array.from({ length: steps }, (_, i) => ['m 4000', `-- ${first + i * growth}`]).flat();

const sizesOf = ({ projection: { sizes } }: ReturnType<typeof prepared>): number[] =>
  [...sizes].slice(1).map((sum, i) => Math.round(sum - (sizes[i] ?? 0)));

describe('one image of 2000 × 1500 px and 800 kB', () => {
  const image = '+ i image/png 800000 2000x1500';

  it('costs its charge at a step without usage, and its text what texts do', () => {
    const session = prepared([...ordinary(8), 'u 4000', image, '-- ?']);
    // Without its pixels: 1.3 × (1,000 + 2 + 200,000) = 261,303.
    expect(sizesOf(session).at(-1)).toBe(1_300 + IMAGE);
    expect(Math.round(session.requests.realWhole(8) - session.requests.realWhole(7))).toBe(
      1_300 + IMAGE,
    );
  });

  it('has its charge of what a request grew by; the other entries have the rest', () => {
    const lines = [...ordinary(8), 'm 4000', 'i image/png 800000 2000x1500', '-- 22000'];
    // 2,900 more: by bytes ÷ 4 the text had 14 of them, the image 2,886.
    expect(sizesOf(prepared(lines)).slice(-2)).toEqual([2_900 - IMAGE, IMAGE]);
  });

  it('shares less than its charge with its text, so that the recorded number stands', () => {
    const session = prepared([
      ...ordinary(8),
      'm 1200',
      'i image/png 800000 2000x1500',
      '-- 20000',
    ]);
    // 900 by 390 and 1,564.
    expect(sizesOf(session).slice(-2)).toEqual([180, 720]);
    expect(session.requests.realWhole(8)).toBe(20_000);
  });

  it('is not in the prefix, nor a reason to size the first request’s texts by another density', () => {
    const known = prepared(['u 4000', image, '-- 10000', ...ordinary(8, 11_300)]).projection;
    expect(Math.round(known.prefix)).toBe(10_000 - 1_300 - IMAGE);
    expect(known.prefixSource).toBe('recorded');
  });

  it('is no growth without an explanation, and hides none', () => {
    const lines = [...ordinary(8), 'u 40', image, `-- ${19_100 + 13 + IMAGE + 30_000}`];
    const { joined, sizes } = prepared(lines).projection;
    expect(joined.at(-1)).toBe(30_000);
    expect((sizes.at(-1) ?? 0) - (sizes.at(-2) ?? 0)).toBe(13 + IMAGE);
  });

  it('stays in a request after a compaction at its charge', () => {
    const session = prepared([...ordinary(8), 'u 4000', image, '-- 21964', 'm 40', '-- ?']);
    const settings = claudeCode.settings.parse({ summary: 'bytes', summaryBytes: 400, files: 0 });
    const after = (at: number): number =>
      replay(session, claudeCode, settings, { compactAt: [at] }).columns.real[9] ?? NaN;
    // Compacted before the image: prefix 8,700, summary 130, text, image, last entry 13.
    expect(after(7)).toBe(8_700 + 130 + 1_300 + IMAGE + 13);
    expect(after(9)).toBe(8_700 + 130);
  });

  it('does not widen the band', () => {
    const session = prepared([...ordinary(8), 'u 4000', image, '-- ?']);
    const { low, high } = bandOf(replay(session, none, {}));
    expect((high[8] ?? 0) - (low[8] ?? 0)).toBeLessThan(10);
    expect(session.projection.byDensity.at(-1)).toBe(9_000 - 8_000 + 1_000);
  });
});

it.each(['2000x1500', ''])(
  'is never projected below its prefix, with an image of "%s" px',
  (pixels) => {
    const dropped = ['m 400', '-- 10000', 'm 400', '-- 10130'];
    const image = [`i image/png 800000 ${pixels}`, '-- 11000'];
    const session = prepared([...ordinary(1), ...image, ...ordinary(9, 12_300), ...dropped]);
    const settings = claudeCode.settings.parse({ summary: 'bytes', summaryBytes: 400, files: 0 });
    const { columns } = replay(session, claudeCode, settings, { compactAt: [10] });
    // After the compaction the recording drops by 12,700 without a cause.
    const { prefix } = session.projection;
    expect(prefix).toBeGreaterThan(6_000);
    expect(columns.real[11]).toBe(Math.trunc(prefix));
  },
);

describe('the density of text', () => {
  const mixed = (steps: number, pixels: string): string[] => {
    let real = 10_000;
    return Array.from({ length: steps }, () => {
      real += 1_300 + IMAGE;
      return ['u 4000', `+ i image/png 200000${pixels}`, `-- ${real}`];
    }).flat();
  };

  it('is learnt from steps with images whose charge is known', () => {
    const { density, densities } = prepared(mixed(12, ' 2000x1500')).projection;
    expect(density).toMatchObject({ source: 'session' });
    expect(density.value).toBeCloseTo(1.3, 5);
    expect(densities[0]?.value).toBeCloseTo(1.3, 5);
  });

  it('is not learnt from steps with other images', () => {
    const { density } = prepared(mixed(12, '')).projection;
    expect(density).toMatchObject({ value: 1.4, source: 'model' });
  });

  it('is not learnt from a step that grew by less than its images', () => {
    const cheap = Array.from({ length: 12 }, (_, i) => [
      'u 40',
      '+ i image/png 200000 2000x1500',
      `-- ${10_000 + i * 900}`,
    ]).flat();
    expect(prepared(cheap).projection.density.source).toBe('model');
  });
});

it('gives back every recorded number, whatever the images', () => {
  const event = fc.record({
    text: fc.integer({ min: 0, max: 8_000 }),
    bytes: fc.integer({ min: 0, max: 400_000 }),
    side: fc.option(fc.integer({ min: 1, max: 9_000 })),
    growth: fc.integer({ min: -3_000, max: 9_000 }),
    known: fc.boolean(),
    model: fc.constantFrom('claude-opus-4-6', 'gpt-4o', 'grok-4'),
  });
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 40 }), (events) => {
      let real = 20_000;
      const lines = events.flatMap(({ text, bytes, side, growth, known, model }) => {
        real = Math.max(0, real + growth);
        const pixels = side === null ? '' : ` ${side}x${1 + (side % 700)}`;
        return [
          `model ${model}`,
          `u ${text}`,
          `+ i image/png ${bytes}${pixels}`,
          `m ${text}`,
          known ? `-- ${real}` : '-- ?',
        ];
      });
      const session = prepared(lines);
      session.profile.steps.real.forEach((recorded, step) => {
        if (recorded >= 0) expect(session.requests.realWhole(step)).toBe(recorded);
      });
    }),
    { numRuns: 300 },
  );
});
