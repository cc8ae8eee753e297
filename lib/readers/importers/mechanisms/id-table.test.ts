import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdTable, UNKNOWN } from './id-table';

test('answers as a map does, for UUIDs and for any other text', () => {
  const id = fc.oneof(fc.uuid(), fc.string(), fc.stringMatching(/^toolu_[0-9a-z]{2,6}$/));
  fc.assert(
    fc.property(fc.array(fc.tuple(id, fc.integer({ min: -1, max: 1e6 }))), (pairs) => {
      const table = new IdTable();
      const map = new Map<string, number>();
      for (const [key, value] of pairs) {
        expect(table.get(key)).toBe(map.get(key) ?? UNKNOWN);
        table.set(key, value);
        map.set(key, value);
      }
      for (const [key, value] of map) expect(table.get(key)).toBe(value);
      expect(table.size).toBe(map.size);
    }),
    { seed: 3 },
  );
});

test('keeps 50,000 neighbouring names apart while it grows', () => {
  const table = new IdTable();
  const ids = Array.from({ length: 50_000 }, (_, i) => `msg_${i}`);
  ids.forEach((id, i) => table.set(id, i));
  expect(ids.findIndex((id, i) => table.get(id) !== i)).toBe(-1);
  expect(table.get('msg_50000')).toBe(UNKNOWN);
});

test('tells UUIDs apart by every digit, and from their upper case', () => {
  const table = new IdTable();
  const uuid = '0f3a5c7e-1b2d-4f60-8a9c-0d1e2f3a4b5c';
  table.set(uuid, 1);
  for (let i = 0; i < uuid.length; i++) {
    const other = uuid.charAt(i) === '1' ? '2' : '1';
    const changed = uuid.slice(0, i) + other + uuid.slice(i + 1);
    if (changed !== uuid) expect(table.get(changed), changed).toBe(UNKNOWN);
  }
  expect(table.get(uuid.toUpperCase())).toBe(UNKNOWN);
});
