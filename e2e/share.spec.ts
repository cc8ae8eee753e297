import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectNoViolations, expectReadableColours } from './support/expect-no-violations';

// Put together here, so that no scanner of this repository takes it for real.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

const log = new ClaudeCodeLog('share')
  .user(`Deploy with ${token}, please.`)
  .answer(21_000, 'a'.repeat(400))
  .user('q'.repeat(4_000))
  .answer(22_500, 'a'.repeat(40))
  .user('r'.repeat(1_200))
  .answer(23_000, 'a'.repeat(40));

async function expectNoneInBoth(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page, within);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page, within);
}

// What leaves in each form, and that it comes back as the same session: lib/server/http/sessions/share.test.ts.
test('secrets are masked and counted, numbers leave unless the texts are asked for, counts are reconciled', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('share.jsonl', log.text());
  await bench.open(id, '?tab=request&step=2');
  await expect(page.getByText('[GitHub token, 40 characters, masked]').first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText(token);

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByRole('radio', { name: /^Numbers only/ })).toBeChecked();
  await expect(dialog).toContainText('roles, categories and byte lengths of 6 entries');
  await expectNoneInBoth(page, '[role=dialog]');
  const numbers = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download numbers' }).click();
  const text = readFileSync(await (await numbers).path(), 'utf8');
  expect(text).not.toContain(token);
  expect(text).not.toContain('Deploy');

  await dialog.getByRole('radio', { name: /^With all texts/ }).check();
  await expect(dialog).toContainText('Secrets that would leave');
  // In the text, and in the name that the session has from it.
  await expect(dialog).toContainText('1 GitHub token in 2 places');
  const whole = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download everything' }).click();
  expect(readFileSync(await (await whole).path(), 'utf8')).toContain(token);
  await page.keyboard.press('Escape');

  await new WorkbenchPage(page).openTab(/Receipt/);
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(
    'Secrets in the texts, masked on every page: 1 GitHub token',
  );
  await page.getByRole('link', { name: /Reconcile counts/ }).click();
  await expect(page.locator('[data-verdict]')).toContainText('3 of 3 steps compared: real ≈');
  const sums = page.getByRole('table', { name: 'Sizes and recorded totals, in tokens' });
  await expect(sums.getByRole('row').nth(1)).toContainText(/23,000\s*23,000\s*0$/);
  await expect(
    page.getByRole('img', { name: /Distance of real from the fitted line/ }),
  ).toBeVisible();
  await expectNoneInBoth(page);
  await expect(sums.getByRole('link', { name: '2' })).toHaveAttribute(
    'href',
    `/sessions/${id}?policy=own&step=2`,
  );
});

// What a limit changes of a session: lib/server/http/limits.test.ts.
test('sets a limit for every model whose name fits', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  const other = log
    .text()
    .replaceAll('"share', '"limited')
    .replaceAll(/"model":\s*"[^"]+"/g, '"model":"house-model-9"');
  await bench.importText('limited.jsonl', other);
  await page.goto('/');
  await page.getByRole('button', { name: 'Limits by model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Limits by model' });
  await dialog.getByRole('textbox', { name: 'Model name pattern' }).fill('house-*');
  await dialog.getByRole('textbox', { name: 'Limit in tokens' }).fill('22,000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Saved; 1 session changed.');
  await expectNoneInBoth(page, '[role=dialog]');
  await page.request.put('/api/limits', { data: { limits: [] } });
});
