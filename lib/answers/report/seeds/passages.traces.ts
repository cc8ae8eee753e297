import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
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

test('what the tests validate stands in its document, word for word, beside the test’s name', async () => {
  const text = await readFile(join(shared, 'seeds', 'todos-and-proposals.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `TestStress_'));
  expect(rows).toHaveLength(26);
  for (const { name, validates } of scenarioCatalogue) {
    if (validates === null) continue;
    const [test = ''] = name.split(', part');
    const row = rows.find((line) => line.endsWith(`| ${validates.words} |`));
    // The later documents name the burst by its number of tools.
    expect(row, name).toContain(`TestStress_${test.replace('_10Parallel', '')}`);
  }
});
