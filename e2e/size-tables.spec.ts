import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectNoViolations } from './support/expect-no-violations';

const ID = 'team.3793c4ed';

/** Written by `highwater tables sizes --name team`. */
const table = `{
  "format": "highwater-sizes",
  "version": 1,
  "id": "${ID}",
  "columns": ["agent", "version", "model", "first", "summaryBytes", "back", "rest"],
  "rows": [
    ["claude-code", null, "claude-opus-4-6", 1, 1000, null, null],
    ["claude-code", null, "claude-opus-4-6", 2, 2000, null, null],
    ["claude-code", null, "claude-opus-4-6", 3, 3000, null, null],
    ["claude-code", null, "claude-opus-4-6", 4, 4000, null, null]
  ]
}
`;

const log = new ClaudeCodeLog('size-tables')
  .user('hello')
  .answer(166_000, 'a'.repeat(4_000))
  .user('q'.repeat(4_000))
  .answer(168_000, 'a'.repeat(40))
  .user('r'.repeat(1_200))
  .answer(169_000, 'a'.repeat(40));

test('a frozen table is offered, linked and named; a link without it says so', async ({
  page,
  server,
}) => {
  const folder = path.join(server.folder, 'sizes');
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('size-tables.jsonl', log.text());
  const link = `?policy=claude-code&sizes=${ID}`;
  const notice = page.getByRole('alert').filter({ hasText: 'table of sizes' });

  // The table is not here: the page says so, and with which one it shows.
  await bench.open(id, link);
  await expect(notice).toContainText(
    new RegExp(
      `This link names the table of sizes ${ID}, which is not here; it is shown with 2026-`,
    ),
  );
  await expectNoViolations(page);

  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(path.join(folder, 'team.json'), table);
    // A file that is no table is named with its row; the others still work.
    writeFileSync(path.join(folder, 'broken.json'), table.replace('3000', '-3000'));
    await bench.open(id, link);
    await expect(page.getByRole('alert').filter({ hasText: 'broken.json' })).toContainText(
      'broken.json: Row 3: summaryBytes must be a whole number',
    );
    await expect(notice).toHaveCount(0);
    await bench.openSettings();
    const setting = bench.settings.getByRole('combobox', { name: 'Table of sizes' });
    await expect(setting).toHaveValue(ID);
    await expect.poll(() => bench.setting('sizes')).toBe(ID);
    await setting.selectOption('none');
    await expect.poll(() => bench.setting('sizes')).toBe('none');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
