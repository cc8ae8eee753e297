import { expect, test } from 'vitest';
import { seedsSection } from '../sections';
import { shownSection } from '../testing/shown';
import { firesAbove, goatBudget } from './goat';

test('the budget of a request, by the document and by the code', () => {
  // 200,000 − 4,000 − 140,000 − 16,384; 140,000 ÷ 179,616; 160,384 ÷ 200,000.
  const request = { window: 200_000, system: 4_000, messages: 140_000 };
  const { available, documented, coded } = goatBudget(request);
  expect(available).toBe(39_616);
  expect([documented, coded].map((share) => share.toFixed(4))).toEqual(['0.7794', '0.8019']);
});

test('a variant fires above the tokens that its formula gives', () => {
  // 0.8 × (200,000 − 4,000 − 16,384) = 143,692.8; 160,000 − 4,000 − 16,384 = 139,616.
  expect([firesAbove('documented'), firesAbove('coded')]).toEqual([143_692, 139_616]);
});

test('the section replays what it says', () => {
  const parts = shownSection(seedsSection('goat'));
  expect(parts['goat-budget']).toEqual([
    'half full | 200,000 | 4,000 | 90,000 | 89,616 | 50.1 % | no | 55.2 % | no',
    'fires as coded only | 200,000 | 4,000 | 140,000 | 39,616 | 77.9 % | no | 80.2 % | yes',
    'fires under both | 200,000 | 4,000 | 150,000 | 29,616 | 83.5 % | yes | 85.2 % | yes',
    '1M beta, Sonnet only | 1,000,000 | 4,000 | 150,000 | 829,616 | 15.3 % | no | 17.0 % | no',
    'a window of 16,000 | 16,000 | 500 | 1,000 | −1,884 | −113.1 % | no | 111.8 % | yes',
  ]);
  const split = parts['goat-split']?.map((row) => row.split(' | ').slice(0, 2).join(': '));
  expect(split).toEqual([
    'first kept, as documented: 9 = [9]',
    'kept: 5',
    'first kept, as coded, window 200: 9',
    'first kept, as coded, window 230: 8',
  ]);
  // Seven differences, each with what it changes.
  const differences = parts['goat-differences']?.map((row) => row.split(' | ').slice(3, 5));
  expect(differences).toEqual([
    ['143,692', '139,616'],
    ['3', '1'],
    ['2', '1'],
    ['73', '0'],
    ['0', '7'],
    ['–', '–'],
    ['0', '48'],
  ]);
});
