import { expect, it } from 'vitest';
import { replayWatermark, watermarkSection } from './watermark-bug';
import { shownSection, unexplained } from './testing/shown';

it('shows the document’s log lines', () => {
  const section = watermarkSection();
  expect(shownSection(section)).toEqual({
    'watermark-steps': [
      'user-msg | 1 | 8,350 | 16,700 | – | 8,350 | 16,700 | –',
      'tool-results | 3 | 91,587 | 228,967 = 228967 | 8,756 = 8756 | 91,587 | 228,967 = 228967 | 8,756 = 8756',
      'turn 2 | 5 | 92,560 | 231,400 = 231400 | 8,798 = 8798 | 9,283 | 23,207 | –',
      'turn 3 | 7 | 92,902 | 232,255 ≠ 228967 | 8,756 = 8756 | 9,583 | 23,956 | –',
      'turn 4 | 9 | 93,160 | 232,900 | 8,756 | 9,883 | 24,706 | –',
      'turn 5 | 11 | 93,460 | 233,650 | 8,756 | 10,183 | 25,456 | –',
    ],
    'watermark-counts': [
      'Threshold: 120,000 = 120000',
      'Compactions before the fix: 5',
      'Compactions after the fix: 1',
      'Contents summarised before: 39',
      'Contents summarised after: 3',
    ],
  });
  expect(unexplained(section)).toEqual([]);
});

it('covers the whole log with the summary only after the fix', () => {
  const { before, after } = replayWatermark();
  expect([...before.columns.covered]).toEqual([0, 3, 5, 7, 9, 11]);
  expect([...after.columns.covered]).toEqual([0, 3, 3, 3, 3, 3]);
});
