import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ModelTable } from '@/lib/answers/report/seeds/figure';
import { FigureTable } from './figure-table';

const said = (text: string, value: number) => ({ text, value, within: 0 });
const table: ModelTable = {
  id: 'buffers',
  caption: 'Buffers',
  sources: [{ document: 'a.md', place: 'line 3', quotes: ['The buffer is 20k.'] }],
  reasons: ['The document is older.'],
  columns: [{ label: 'window' }, { label: 'buffer', how: 'min(20k, 20 %)' }, { label: 'over' }],
  rows: [
    [
      { value: 200_000, unit: 'tokens' },
      { value: 20_000, unit: 'tokens', said: said('20k', 20_000) },
      { value: 67, unit: 'count', bad: true, said: said('8,068', 8_068) },
    ],
  ],
};

it('a figure stands beside its document’s, and says whether they agree', () => {
  const markup = renderToStaticMarkup(<FigureTable table={table} />);
  const cells = [...markup.matchAll(/<t[hd] [^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
    cell
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  expect(cells.slice(-3)).toEqual([
    '200,000',
    '20,000 = as the document: 20k',
    '▲ 67 ≠ unlike the document: 8,068',
  ]);
  expect(markup).toContain('1 of 2 figures as in the document, 1 differ');
  expect(markup).toContain('The buffer is 20k.');
  expect(markup).toContain('The document is older.');
});
