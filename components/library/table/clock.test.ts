import { expect, it } from 'vitest';
import { ago, dateTime } from './clock';

const NOW = Date.UTC(2026, 10, 21, 22, 7);

it.each([
  [20_000, 'now'],
  [4 * 60_000, '4 min'],
  [3 * 3_600_000, '3 h'],
  [2 * 86_400_000, '2 d'],
  [30 * 86_400_000, '2026-10-22'],
])('%d ms ago is %s', (past, text) => expect(ago(NOW - past, NOW)).toBe(text));

it('writes a moment in the zone of the host', () => {
  expect(dateTime(NOW)).toBe('2026-11-21 22:07');
});
