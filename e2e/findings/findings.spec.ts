import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectNoViolations } from '../support/expect-no-violations';

interface Finding {
  readonly detector: string;
  readonly title: string;
  readonly sentence: string;
  readonly advice: readonly { readonly effect: string | null }[];
}

/** The tab Findings as its user sees it. */
class FindingsTab {
  readonly count: Locator;
  readonly list: Locator;
  readonly options: Locator;
  readonly open: Locator;
  readonly suppressed: Locator;

  constructor(page: Page) {
    this.count = page.getByRole('tab', { name: /^Findings/ });
    this.list = page.getByRole('listbox', { name: 'Findings' });
    this.options = this.list.getByRole('option');
    this.open = page.locator('[data-finding-open]');
    this.suppressed = page.getByRole('region', { name: 'Suppressed findings' });
  }
}

// What the library counts of them, and keeps of a suppression: lib/server/http/findings/findings.test.ts.
test('the incident’s findings are read, followed and suppressed by keys alone', async ({
  page,
}) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(id);
  const tab = new FindingsTab(page);
  await expect(tab.count).toHaveAccessibleName('Findings 7');
  await tab.count.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Findings 7' })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  // The page says what the API says.
  const answer = await page.request.get(`/api/sessions/${id}/findings`);
  const { findings } = (await answer.json()) as { findings: readonly Finding[] };
  await expect(tab.options).toHaveCount(7);
  for (const [i, { title, sentence }] of findings.entries()) {
    await expect(tab.options.nth(i)).toContainText(title);
    await expect(tab.options.nth(i)).toContainText(sentence);
  }
  await expect(tab.options.nth(4)).toContainText('tracker 9,802 at 31');

  // What a replay of its advice shows comes from a worker, and is what the API says.
  for (const [i, { advice }] of findings.entries()) {
    await tab.options.nth(i).click();
    const proven = advice.flatMap(({ effect }) => effect ?? []);
    await expect(tab.open.locator('[data-effect]')).toHaveText(proven);
  }
  await expect(tab.open).toHaveAttribute('data-finding-open', findings.at(-1)?.detector ?? '');
  await tab.options.first().click();

  // The arrow keys open one, Enter goes to its step.
  await tab.list.focus();
  await expect(tab.open).toHaveAttribute('data-finding-open', 'growth-over-buffer');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
  await expect(tab.open).toHaveAttribute('data-finding-open', 'prefix-grew');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe('31');
  await expectNoViolations(page, '[role=tabpanel]');

  // A finding is suppressed with a reason, and stays listed with it.
  await page.keyboard.press('End');
  await expect(tab.open).toHaveAttribute('data-finding-open', 'default-factor');
  await tab.open.getByRole('button', { name: 'Suppress with a reason …' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Suppress' })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('Only step 0 uses it.');
  await expectNoViolations(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Suppress' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(tab.count).toHaveAccessibleName('Findings 6');
  await expect(tab.options).toHaveCount(6);
  await expect(tab.suppressed).toContainText('“Only step 0 uses it.”');

  await tab.suppressed.getByRole('button', { name: /^Restore/ }).focus();
  await page.keyboard.press('Enter');
  await expect(tab.count).toHaveAccessibleName('Findings 7');
  await expect(tab.suppressed).toBeHidden();

  // Advice is applied, and what it mends is no finding any more.
  await tab.options.first().click();
  await tab.open.getByRole('button', { name: 'Apply: Cap ≥ 7.5×' }).click();
  await expect(bench.number('Correction cap')).toHaveValue('7.5');
  await expect(tab.list).not.toContainText('Refused while every decision was below the threshold');
  await expect(tab.list).toContainText('The prefix grew during the session');
});
