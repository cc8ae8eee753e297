import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvRecord } from './csv';

/** Reads one record back: quotes doubled, commas and line ends inside quotes only. */
function parse(record: string): string[] {
  const cells: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/gy;
  for (let match = cell.exec(record); match; match = cell.exec(record)) {
    const text = match[1] ?? '';
    cells.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
  }
  return cells;
}

describe('csvRecord', () => {
  it('quotes what RFC 4180 wants quoted', () => {
    expect(csvRecord(['a,b', 'say "no"', 'two\r\nlines', 'plain'])).toBe(
      '"a,b","say ""no""","two\r\nlines",plain\r\n',
    );
  });

  it('leaves numbers, booleans and nothing alone', () => {
    expect(csvRecord([-5, 2.5, true, null])).toBe('-5,2.5,true,\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('defuses the formula %j', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('reads back whatever no spreadsheet would run', () => {
    const plain = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1 }), (cells) => {
        expect(parse(csvRecord(cells))).toEqual(cells);
      }),
    );
  });
});
