import type { Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';

const OVERRIDE = '\u202e';

/** Bidirectional controls in what a page shows. */
const controlsOf = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Names and titles that a page gives to its elements. */
const namesIn = (page: Page): Promise<readonly string[]> =>
  page
    .locator('[aria-label], [title], [placeholder]')
    .evaluateAll((all) =>
      all.flatMap((element) =>
        ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      ),
    );

test('controls in names and texts are shown by their code, on every page', async ({
  page,
}, info) => {
  const log = new ClaudeCodeLog('e2e11e00-0000-4000-8000-0000000000bd')
    .user(`Pay invoice${OVERRIDE}fdp.exe`)
    .answer(30_000, `Paid${OVERRIDE}diaP`);
  const library = new LibraryPage(page);
  await library.openEmpty();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: `log${OVERRIDE}lnosj.jsonl`,
      mimeType: 'application/jsonl',
      buffer: Buffer.from(log.text()),
    });
  const row = library.grid.getByRole('row').filter({ hasText: 'Pay invoice' });
  await expect(row).toContainText('U+202E', { timeout: 30_000 });
  expect(await page.locator('body').innerText()).not.toMatch(controlsOf);
  expect((await namesIn(page)).filter((name) => controlsOf.test(name))).toEqual([]);
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('library.png') });
  await row.getByRole('link').first().click();
  await expect(page.locator('[data-session-name]')).toContainText('U+202E');
  await page.getByRole('tab', { name: /request/i }).click();
  await expect(page.locator('[data-line=entry]').first()).toContainText('U+202E');
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('tab', { name: /receipt/i }).click();
  expect(await page.locator('body').innerText()).not.toMatch(controlsOf);
  expect(await page.title()).not.toMatch(controlsOf);
});
