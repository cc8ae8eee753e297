import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';

test('a result is frozen by a key, proved again, and says what differs', async ({ page }) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(id, '?cap=7.5');
  await expect(bench.parameters.getByRole('button', { name: 'Freeze' })).toBeVisible();
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
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Compactions1');
  await expectFits(page, [1440]);

  // Its file is what the command line verifies.
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

  await page.getByRole('link', { name: 'Open in the workbench' }).click();
  await expect(bench.parameters.getByRole('textbox', { name: 'Correction cap' })).toHaveValue(
    '7.5',
  );
});

test('a run leads to Compare, beside the session as it opens today', async ({ page }) => {
  await new LibraryPage(page).empty();
  const session = await new WorkbenchPage(page).importSample('production-incident.json');
  const data = { session, settings: { cap: 7.5 } };
  const answer = await page.request.post('/api/runs', { data });
  const { id } = (await answer.json()) as { readonly id: string };
  await page.goto(`/runs/${id}`);
  await page.getByRole('link', { name: 'Compare with today' }).click();
  await expect(page.locator('[data-divergence="B"]')).toContainText('B leaves A at step 143');
});

test('runs are listed, searched, checked together, deleted and restored', async ({ page }) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  const frozen = [
    { settings: { cap: 7.5 }, note: 'with a higher cap' },
    { policy: 'codex', note: 'as Codex would' },
  ];
  for (const body of frozen) {
    const answer = await page.request.post('/api/runs', { data: { session: id, ...body } });
    expect(answer.status()).toBe(201);
  }
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click();
  const rows = page.locator('tr[data-run]');
  await expect(rows.first()).toContainText('as Codex would');
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('higher cap');
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
  await expect(page.getByRole('region', { name: 'Check' })).toContainText(
    'Its session is no longer in the library',
  );
  await page.request.post(`/api/sessions/${id}/restore`);
});
