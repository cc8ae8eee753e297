import { expect, test } from 'vitest';
import { scenarioCatalogue } from '../catalogue';
import { holds } from './validates';

const stated = scenarioCatalogue.filter(({ validates }) => validates !== null);

test('the 26 rows that say what they validate are 27 sessions, in their document’s words', () => {
  expect(stated).toHaveLength(27);
  expect(stated.every(({ source }) => source === 'stress')).toBe(true);
  const words = new Set(stated.map(({ validates }) => validates?.words));
  expect(words.size).toBe(26);
  expect(words).toContain('≥6 compactions, no overflow, no loops');
});

test('two of them do not do what they are said to validate', () => {
  const failing = stated.filter(({ validates, expected }) => !holds(validates!, expected));
  expect(failing.map(({ name, expected }) => [name, expected.compactions, expected.loop])).toEqual([
    // "Multiple compactions": one.
    ['200k_ToolHeavy', 1, false],
    // "doesn't cause loop": it compacts at every step.
    ['CompactionNoInfiniteLoop', 5, true],
  ]);
});

test('an overflow contradicts each of them', () => {
  for (const { validates, expected } of stated) {
    expect(holds(validates!, { ...expected, overflowSteps: 1 })).toBe(false);
  }
});
