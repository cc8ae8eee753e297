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

  it.each(['\uff1d1+1', '\uff0b1', '\uff0d1', '\uff20SUM(A1)', '\nx'])(
    'defuses %j, which a spreadsheet may take for a formula too',
    (text) => {
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it.each([
    ['a;=1+1', `"a;'=1+1"`],
    ['a;;@x', `"a;;'@x"`],
    ['a\t=1', `"a\t'=1"`],
    ['a\r\n=1', `"a\r\n'=1"`],
    ['a,=1', '"a,=1"'],
    ['a;\uff1d1', `"a;'\uff1d1"`],
    ['a;b', '"a;b"'],
    ['a=1;b=2', '"a=1;b=2"'],
  ])('defuses %j where it is split at another separator', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('reads back whatever no spreadsheet would run', () => {
    const plain = fc.string().filter((text) => !/^[\t\r\n]|(^|[;\t\r\n])[=+\-@]/.test(text));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1 }), (cells) => {
        expect(parse(csvRecord(cells))).toEqual(cells);
      }),
    );
  });
});
