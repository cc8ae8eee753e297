import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrozenTable, writeFrozenTable } from './frozen-table';
import type { WrittenRow } from './size-table';

const rows: readonly WrittenRow[] = [
  ['claude-code', '2.1.7', 'claude-opus-4-5', 42_483, 13_435, -627, -627],
  ['claude-code', null, 'claude-opus-4-5', 42_483, 7_630, 3_695, null],
  ['codex', null, 'gpt-5.4', 170_319, 5_936, null, null],
];

const written = (name = 'team-2026-11', given = rows): string => writeFrozenTable(name, given);

function error(text: string): string {
  const parsed = parseFrozenTable(text);
  if (parsed.ok) throw new Error('The text is a table');
  return parsed.error;
}

describe('a frozen table', () => {
  it('is read as it was written', () => {
    const parsed = parseFrozenTable(written());
    expect(parsed.ok && parsed.value.id).toMatch(/^team-2026-11\.[0-9a-f]{8}$/);
    expect(parsed.ok && parsed.value.rows).toHaveLength(3);
    expect(parsed.ok && parsed.value.rows[0]).toEqual({
      agent: 'claude-code',
      version: null,
      model: 'claude-opus-4-5',
      first: 42_483,
      summaryBytes: 7_630,
      back: 3_695,
      rest: null,
    });
  });

  it('has the same bytes for the same rows in any order, however often one is given', () => {
    const row = fc.tuple(
      fc.constantFrom('claude-code', 'codex'),
      fc.option(fc.constantFrom('2.1.7', '2.1.10', 'é"\\')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat(3),
      fc.option(fc.integer({ min: -2, max: 2 })),
      fc.option(fc.integer({ min: -2, max: 2 })),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.infiniteStream(fc.nat()), (given, keys) => {
        const mixed = [...given, ...given]
          .map((one) => ({ one, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(written('any', mixed)).toBe(written('any', given));
        expect(parseFrozenTable(written('any', given)).ok).toBe(true);
      }),
    );
  });

  it.each([
    ['', 'The file is empty.'],
    [written().slice(0, -20), 'Line 9: the JSON is cut off.'],
    [written().replace('"columns": [', '"columns": <'), 'Line 5: this is not JSON.'],
    ['[]', 'This is no table of sizes: "format" is not "highwater-sizes".'],
    [
      written().replace('"version": 1', '"version": 2'),
      'The table has version 2; this Highwater reads version 1.',
    ],
    [
      '{"format": "highwater-sizes", "version": 2, "sessions": []}',
      'The table has version 2; this Highwater reads version 1.',
    ],
    [
      written().replace('7630', '7631'),
      /^Its rows have the hash [0-9a-f]{8}, its id says [0-9a-f]{8}: the file was changed after it was written\.$/,
    ],
    [written().replace('42483', '0'), 'Row 1: first must be a whole number from 1 to 2147483647.'],
    [
      written().replace('5936', '5936.5'),
      'Row 3: summaryBytes must be a whole number from 0 to 2147483647.',
    ],
    [written().replace('-627]', '"x"]'), /^Row 2: rest must be null or a whole number from -/],
    [written().replace('"codex"', 'null'), 'Row 3: agent must be a text of 1 to 200 characters.'],
    [
      written().replace('5936, null, null', '5936, null'),
      'Row 3 has 6 values; agent, version, model, first, summaryBytes, back, rest are 7.',
    ],
    [written().replace(/"rows": [^]*\]/, '"rows": []\n'), 'The table has no row.'],
    [written().replace('team-2026-11.', 'a table.'), 'Its id "a table.'],
  ])('that is broken says where and why: %#', (text, said) => {
    if (typeof said === 'string') expect(error(text)).toContain(said);
    else expect(error(text)).toMatch(said);
  });

  it('has a name of letters, digits and dashes', () => {
    for (const name of ['', 'a b', '-a', 'a.b', 'a/b', 'x'.repeat(61), 'é']) {
      expect(() => written(name)).toThrow(RangeError);
    }
    expect(written('Team-2026-11')).toContain('"Team-2026-11.');
  });
});
