import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImageSize } from '@/lib/engine/session/schema';
import { imageRule, imageRules } from './image-rules';

type Detail = NonNullable<ImageSize['detail']>;

const charge = (model: string, width: number, height: number, detail?: Detail) =>
  imageRule(model)?.tokens({ width, height, ...(detail === undefined ? {} : { detail }) });

describe('an image for Claude', () => {
  // The vendor's own examples, "Images and vision" and "Coordinates and bounding boxes".
  it.each([
    [200, 200, 64],
    [1_000, 1_000, 1_296],
    [1_092, 1_092, 1_521],
    // To 1456 × 819: 52 × 30.
    [1_920, 1_080, 1_560],
    [3_840, 2_160, 1_560],
    // To 924 × 1307: 33 × 47.
    [1_075, 1_520, 1_551],
    // 1270 × 952 is the last that 46 × 34 patches cover; 1271 × 953 takes 46 × 35 = 1,610.
    [2_000, 1_500, 1_564],
    // The edge decides: 1568 × 8.
    [7_840, 40, 56],
    [1, 1, 1],
  ])('up to 4.6 of %i × %i px costs %i', (width, height, tokens) => {
    expect(charge('claude-opus-4-6', width, height)).toBe(tokens);
    expect(charge('claude-3-5-sonnet-20241022', width, height)).toBe(tokens);
    expect(charge('us.anthropic.claude-sonnet-4-20250514-v1:0', height, width)).toBe(tokens);
  });

  it.each([
    [1_920, 1_080, 2_691],
    // To 2576 × 1449: 92 × 52.
    [3_840, 2_160, 4_784],
    // To 2380 × 1546: 85 × 56.
    [3_024, 1_964, 4_760],
    // To 2212 × 1659: 79 × 60.
    [4_032, 3_024, 4_740],
    [2_000, 1_500, 3_888],
  ])('from 4.7 on of %i × %i px costs %i', (width, height, tokens) => {
    for (const model of [
      'claude-opus-4-7',
      'claude-opus-4-8[1m]',
      'claude-sonnet-5',
      'claude-fable-5',
    ])
      expect(charge(model, width, height)).toBe(tokens);
  });
});

describe('an image for a model that counts tiles of 512 px', () => {
  it.each([
    ['gpt-4o', 1_024, 1_024, 85 + 4 * 170],
    // To 1024 × 2048, then 768 × 1536.
    ['gpt-4o-2024-08-06', 2_048, 4_096, 85 + 6 * 170],
    ['gpt-4.1', 512, 512, 85 + 170],
    // Billed 1,453 and 773 with 8 for the message: community.openai.com/t/…/1281361.
    ['gpt-4.1', 2_049, 513, 85 + 8 * 170],
    ['gpt-4.1', 2_050, 513, 85 + 4 * 170],
    ['gpt-4o-mini', 1_024, 1_024, 2_833 + 4 * 5_667],
    ['gpt-5', 2_000, 1_500, 70 + 4 * 140],
    ['gpt-5.1', 1_024, 1_024, 70 + 4 * 140],
    ['o3', 1_024, 1_024, 75 + 4 * 150],
    ['o1-2024-12-17', 1, 1, 75 + 150],
    ['computer-use-preview', 1_024, 1_024, 65 + 4 * 129],
  ] as const)('%s of %i × %i px costs %i', (model, width, height, tokens) => {
    expect(charge(model, width, height)).toBe(tokens);
    expect(charge(model, width, height, 'high')).toBe(tokens);
    expect(charge(`openai/${model}`, height, width)).toBe(tokens);
  });

  it('costs the base at low detail', () => {
    expect(charge('gpt-4o', 3_000, 3_000, 'low')).toBe(85);
    expect(charge('gpt-4o-mini', 10, 10, 'low')).toBe(2_833);
  });
});

describe('an image for a model that counts patches of 32 px', () => {
  it.each([
    // The vendor's examples: 1,024 × 1.2 = 1228.8; 4,096 patches to 1600 × 1600, 2,500 × 1.2.
    ['gpt-5.4', 1_024, 1_024, undefined, 1_229],
    ['gpt-5.4-2026-03-05', 2_048, 2_048, 'high', 3_000],
    // 64 × 64 patches fit 6,144 and 10,000.
    ['gpt-5.4-mini', 2_048, 2_048, 'low', 4_916],
    ['gpt-5.4', 2_048, 2_048, 'original', 4_916],
    ['gpt-5.5', 2_048, 2_048, undefined, 4_916],
    ['gpt-5.5', 2_048, 2_048, 'high', 3_000],
    // To 512 × 512: 16 × 16 patches × 1.2 = 307.2.
    ['gpt-5.5', 2_048, 2_048, 'low', 308],
    // 125 × 79 patches × 1.2; 11,930 were billed with a text: vybestack/llxprt-code#3483.
    ['gpt-5.6-sol', 4_000, 2_500, undefined, 11_850],
    ['gpt-5.6-sol', 4_000, 2_500, 'original', 11_850],
    // To 2048 × 1280, 2,560 patches; to 2,500 and whole rows × 0.975: 1996 × 1248, 63 × 39.
    ['gpt-5.6-sol', 4_000, 2_500, 'high', Math.ceil(63 * 39 * 1.2)],
    ['gpt-5.2', 2_048, 2_048, undefined, 4_916],
    // To 2048 × 755: 64 × 24 × 1.62; 2,488 were billed: community.openai.com/t/…/1281361.
    ['gpt-4.1-mini', 4_000, 1_474, undefined, 2_489],
    // Measured: community.openai.com, 1.20 a patch, 1.5 for nano.
    ['gpt-5-mini', 1_280, 720, undefined, 1_104],
    ['gpt-5-mini', 2_048, 768, undefined, 1_844],
    ['gpt-5-nano', 2_048, 768, undefined, 2_304],
    // 1056 × 1408 of a budget of 1,536: 33 × 44 = 1,452 patches.
    ['gpt-4.1-nano', 1_800, 2_400, undefined, Math.ceil(1_452 * 2.46)],
    ['o4-mini', 1_800, 2_400, undefined, Math.ceil(1_452 * 1.72)],
  ] as const)('%s of %i × %i px at %s detail costs %i', (model, width, height, detail, tokens) => {
    expect(charge(model, width, height, detail)).toBe(tokens);
  });

  it('is refused, so that nothing is charged, above 30,000 patches', () => {
    expect(charge('gpt-5.6-sol', 5_536, 5_536)).toBe(Math.ceil(173 * 173 * 1.2));
    expect(charge('gpt-5.6-sol', 5_537, 5_568)).toBeNull();
  });
});

describe('an image for Gemini', () => {
  it.each([
    ['gemini-2.5-flash', 384, 384, 258],
    // A unit of 360: 3 × 2 tiles.
    ['gemini-2.5-flash', 960, 540, 6 * 258],
    // A unit of 768, the most: 3 × 2.
    ['gemini-2.0-flash', 2_000, 1_500, 6 * 258],
    // A unit of 256, the least: 2 × 1.
    ['models/gemini-1.5-pro', 500, 60, 2 * 258],
    // To 3072 × 3072: 4 × 4.
    ['gemini-2.5-pro', 6_000, 6_000, 16 * 258],
    ['gemini-3-pro-preview', 2_000, 1_500, 1_120],
    ['gemini-3.5-flash', 20, 20, 1_120],
  ] as const)('%s of %i × %i px costs %i', (model, width, height, tokens) => {
    expect(charge(model, width, height)).toBe(tokens);
    expect(charge(model, height, width)).toBe(tokens);
  });

  it('costs what the resolution of the media says', () => {
    const levels = ['low', 'medium', 'high', 'ultra'] as const;
    const of = (model: string) => levels.map((detail) => charge(model, 960, 540, detail));
    expect(of('gemini-3-flash-preview')).toEqual([280, 560, 1_120, 2_240]);
    expect(of('gemini-2.5-flash')).toEqual([64, 256, 6 * 258, 6 * 258]);
  });
});

it.each([
  'grok-4',
  'minimax-m2.7:cloud',
  'qwen3-vl',
  'gemini-4-argon',
  // The vendor's tables name no model of these.
  'gpt-5.3-codex',
  'gpt-5.4-pro',
  'gpt-3.5-turbo',
  'o3-mini',
  'my-gpt-4o',
  '',
])('knows no rule for %j', (model) => {
  expect(imageRule(model)).toBeNull();
});

it('knows no rule without a model', () => {
  expect(imageRule(null)).toBeNull();
});

it('charges a whole number of tokens within a bound, whatever the size', () => {
  const side = fc.integer({ min: 1, max: 65_535 });
  const detail = fc.constantFrom(undefined, 'low', 'medium', 'high', 'ultra', 'original');
  fc.assert(
    fc.property(side, side, detail, (width, height, asked) => {
      const size: ImageSize = { width, height, ...(asked === undefined ? {} : { detail: asked }) };
      for (const { tokens } of imageRules) {
        const charged = tokens(size);
        if (charged === null) continue;
        expect(Number.isInteger(charged) && charged >= 1 && charged <= 70_000).toBe(true);
      }
    }),
  );
});

it('names every rule’s models, owner and source', () => {
  for (const { models, owner, source } of imageRules) {
    expect([models, owner].every((text) => text.length > 2)).toBe(true);
    expect(source).toMatch(/^https:\/\//);
  }
});
