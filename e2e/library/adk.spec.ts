import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

const FIXTURES = 'lib/importers/formats';

/** The bytes of a SQLite database. */
function databaseOf(sql: string): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-adk-'));
  try {
    const file = path.join(folder, 'session.db');
    const program = 'lib/host/open/testing/write-database.ts';
    execFileSync(process.execPath, ['--import', 'tsx', program, file], { input: sql });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the database of ADK’s session service opens under the ContextGuard that recorded it', async ({
  page,
}) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const sql = readFileSync(`${FIXTURES}/adk/fixtures/adk-database/context-guard.sql`, 'utf8');
  const id = await bench.importText('session.db', databaseOf(sql));
  await bench.open(id, '?policy=own&step=27');
  await expect(bench.policy).toContainText('ContextGuard threshold');
  // Only under its version and window: the newest version has another state on 15 of them.
  await expect(page.getByRole('banner')).toContainText('same state on 42 of 42 steps');
});

test('what ADK’s exporter posts is a session of the library', async ({ page, request }) => {
  const library = new LibraryPage(page);
  await library.openEmpty();
  await expect(page.locator('[data-live=live]')).toBeVisible();
  const body = readFileSync(`${FIXTURES}/otlp/fixtures/otlp/adk-exporter.json`);
  const headers = { 'content-type': 'application/json' };
  const answer = await request.post('/v1/traces', { data: body, headers });
  expect(answer.status()).toBe(200);
  await library.search.fill('checkout pod restart');
  const row = library.grid.getByRole('row').filter({ hasText: 'gemini-2.5-flash' });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await row.getByRole('link').first().click();
  // Two invocations of three calls, in one session.
  await expect(page.getByRole('banner')).toContainText('6 steps');
});
