import { describe, expect, it } from 'vitest';
import { seedsSections } from './sections';

/** Without spaces, grouping, code marks and emphasis. */
const flat = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replaceAll(/[\s,`*]+/g, '')
    .toLowerCase();

// The table of differences reads its figures from statements of its own column.
const judged = seedsSections()
  .flatMap(({ parts }) => parts)
  .filter(({ id }) => id !== 'differences-table')
  .filter(({ rows }) => rows.flat().some(({ said }) => said !== undefined));

describe.each(judged.map((part) => [part.id, part] as const))('%s', (_, part) => {
  it('quotes a passage for every figure that it lays to a document', () => {
    const quotes = part.sources.flatMap((source) => source.quotes).map(flat);
    const said = part.rows.flat().flatMap((figure) => figure.said?.text ?? []);
    const without = said.filter((text) => !quotes.some((quote) => quote.includes(flat(text))));
    expect([...new Set(without)]).toEqual([]);
  });
});

it('covers most of the page', () => {
  expect(judged.length).toBeGreaterThan(6);
});
