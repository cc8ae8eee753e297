import { expect, it } from 'vitest';
import { registeredWindow } from './model-registry';

it('answers for a whole name', () => {
  expect(registeredWindow('claude-sonnet-4-6')).toEqual({
    window: 200_000,
    entry: 'claude-sonnet-4-6',
    alike: null,
  });
  expect(registeredWindow('claude-opus-4-7').window).toBe(1_000_000);
});

it.each([
  // The registry lists the dated name alone, or the plain one alone.
  ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'],
  ['claude-sonnet-4-6-20260115', 'claude-sonnet-4-6'],
  // Case counts.
  ['Claude-Sonnet-4-6', null],
  ['a-model-of-ours', null],
  ['', null],
])('falls back to 128,000 for %j, however alike %j is', (model, alike) => {
  expect(registeredWindow(model)).toEqual({ window: 128_000, entry: null, alike });
});
