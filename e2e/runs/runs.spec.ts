import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';

// What is frozen, and what a check says of it: lib/server/http/runs/runs.test.ts; its file on the command line:
// lib/cli/runs/run-commands.test.ts.
test('a result is frozen by a key, proved again, and found among the runs', async ({ page }) => {
  test.slow();
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(id, '?cap=7.5');
  await expect(page.getByRole('button', { name: 'Freeze' })).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Freeze this result' });
  await expect(dialog).toContainText('1 setting changed: Correction cap');
  await dialog.getByLabel('Note').fill('7.5 covers the incident <b>today</b>');
  await expectNoViolations(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Freeze' }).click();
  // Runs are numbered over the library's life: another test may have frozen one before.
  const said = await page.getByText(/Run \d+ frozen\./).textContent();
  const run = /Run \d+/.exec(said ?? '')?.[0] ?? '';

  await page.getByRole('link', { name: 'Open it' }).click();
  await expect(page.getByRole('heading', { name: run, level: 2 })).toBeVisible();
  const check = page.getByRole('region', { name: 'Check' });
  await expect(check).toContainText('Same result: every number is what it was.');
  await expect(page.locator('[data-note]')).toHaveText('7.5 covers the incident <b>today</b>');
  await expect(page.getByRole('region', { name: 'Policy and settings' })).toContainText(
    'Correction cap7.5×',
  );
  await expectFits(page, [1440]);
  await page.emulateMedia({ colorScheme: 'light' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${run.toLowerCase().replace(' ', '-')}.json`);
  const record = JSON.parse(await readFile(await download.path(), 'utf8')) as { format: string };
  expect(record.format).toBe('highwater-run');

  // With another limit of the session the check names it, the first step and both values.
  await page.request.patch(`/api/sessions/${id}`, { data: { limit: { tokens: 50_000 } } });
  await check.getByRole('button', { name: 'Replay again' }).click();
  await expect(check).toContainText('Another result, from step 0 on.');
  await expect(check.locator('[data-change=limit]')).toHaveText(
    'The limit was 200000, it is 50000 now.',
  );
  // The last step compacts, and its request is below that limit.
  await expect(check.locator('[data-pair=overflowSteps]')).toContainText('Overflow steps0143+143');
  await page.request.patch(`/api/sessions/${id}`, { data: { limit: null } });
  await expect(page.getByRole('link', { name: 'Compare with today' })).toHaveAttribute(
    'href',
    /^\/compare\?/,
  );
  await expect(page.getByRole('link', { name: 'Open in the workbench' })).toHaveAttribute(
    'href',
    new RegExp(`^/sessions/${id}\\?(.*&)?cap=7\\.5(&|$)`),
  );

  const data = { session: id, policy: 'codex', note: 'as Codex would' };
  expect((await page.request.post('/api/runs', { data })).status()).toBe(201);
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Library' })
    .click();
  await page.getByRole('link', { name: /frozen runs?$/ }).click();
  const rows = page.locator('tr[data-run]');
  await expect(rows.first()).toContainText('as Codex would');
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('covers the incident');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Correction cap 7.5');
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('');
  await page.getByRole('button', { name: 'Check all shown' }).click();
  await expect(rows.nth(0)).toContainText('same result');
  await expect(rows.nth(1)).toContainText('same result');
  await expectFits(page, [1440, 768]);

  const before = await rows.count();
  await rows
    .first()
    .getByRole('button', { name: /^Delete run/ })
    .click();
  await expect(rows).toHaveCount(before - 1);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(rows).toHaveCount(before);

  // A run outlives its session.
  await page.request.delete(`/api/sessions/${id}`);
  await page.reload();
  await expect(rows.first()).toContainText('no longer in the library');
  await rows.first().getByRole('link', { name: /^Run/ }).click();
  await expect(check).toContainText('Its session is no longer in the library');
  await page.request.post(`/api/sessions/${id}/restore`);
});
