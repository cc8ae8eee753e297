import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsPattern, limitPatternsSchema, patternLimit } from './limit-patterns';

test.each([
  ['claude-opus-4-6', 'claude-opus-4-6', true],
  ['claude-opus-4-6', 'Claude-Opus-*', true],
  ['claude-opus-4-6', '*opus*', true],
  ['claude-opus-4-6', '*4-6', true],
  ['claude-opus-4-6', 'opus', false],
  ['claude-opus-4-6', 'claude*opus*4-6', true],
  ['claude-opus-4-6', 'claude*6*6', false],
  ['aba', 'ab*ba', false],
  ['gpt-5', '*', true],
])('%s fits %s: %s', (model, pattern, fits) => {
  expect(fitsPattern(model, pattern)).toBe(fits);
});

test('a name fits whatever its pieces leave out', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 4 }), letters, (pieces, gap) => {
      expect(fitsPattern(pieces.join(gap), pieces.join('*'))).toBe(true);
    }),
  );
});

const patterns = limitPatternsSchema.parse([
  { pattern: 'glm-*', tokens: 128_000 },
  { pattern: '*', tokens: 64_000 },
]);

test('the first pattern that fits wins; a recorded limit goes first', () => {
  expect(patternLimit({ model: 'glm-5', limit: null }, patterns)).toBe(128_000);
  const tabled = { tokens: 272_000, source: 'table' } as const;
  expect(patternLimit({ model: 'gpt-5', limit: tabled }, patterns)).toBe(64_000);
  const recorded = { tokens: 200_000, source: 'recording' } as const;
  expect(patternLimit({ model: 'glm-5', limit: recorded }, patterns)).toBeNull();
  expect(patternLimit({ model: null, limit: null }, patterns)).toBeNull();
});

test('what no model name holds is refused', () => {
  expect(limitPatternsSchema.safeParse([{ pattern: '(a+)+$', tokens: 1 }]).success).toBe(false);
  expect(limitPatternsSchema.safeParse([{ pattern: 'a', tokens: 0 }]).success).toBe(false);
});
