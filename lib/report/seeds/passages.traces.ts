import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seedsSections } from './sections';

/** The documents lie beside the traces. */
const shared = join(process.env['HIGHWATER_TRACES'] ?? '', '..');

test('every cited passage stands in its document, word for word', async () => {
  const sources = seedsSections().flatMap(({ parts }) => parts.flatMap((part) => part.sources));
  const cited = sources.filter(({ quotes }) => quotes.length > 0);
  expect(cited.length).toBeGreaterThan(15);
  for (const { document, quotes } of cited) {
    const folder = document.includes('/') ? '' : 'seeds';
    const text = await readFile(join(shared, folder, document), 'utf8');
    const flat = text.replaceAll(/\s+/g, ' ');
    for (const quote of quotes) expect(flat, document).toContain(quote);
  }
});
