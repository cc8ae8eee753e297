import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { expectFits } from '../support/expect-no-violations';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Command' });
const option = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('option', { name }).first();

/** Opens the palette, asks, and waits until the first option is one of that name. */
async function ask(page: Page, text: string, first: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await field(page).fill(text);
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText(first);
}

test('in a session the palette is a combobox from which steps, settings and policies are a few keys away', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));

  await test.step('what was chosen last stands first, and an accent is no obstacle', async () => {
    await ask(page, 'step 12', 'Go to step 12');
    await page.keyboard.press('Enter');
    await ask(page, 'ÚNDO', 'undo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+k');
    const recent = page.getByRole('group', { name: 'Recent' });
    await expect(recent.getByRole('option')).toHaveCount(2);
    await expect(recent.getByRole('option').nth(0)).toContainText('undo');
    await expect(recent.getByRole('option').nth(1)).toContainText('Go to step 12');
    await page.keyboard.press('Escape');
  });

  await test.step('keys move, Escape closes, the focus returns, dialogs do not stack', async () => {
    const opener = page.getByRole('button', { name: 'Share' });
    await opener.focus();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'results' })).toBeVisible();
    const active = page.locator('[role=option][aria-selected=true]');
    const first = await active.textContent();
    await page.keyboard.press('ArrowDown');
    await expect(active).not.toHaveText(first ?? '');
    await expect(active).toHaveAttribute(
      'id',
      (await field(page).getAttribute('aria-activedescendant')) ?? '',
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(active).toBeInViewport();
    await field(page).fill('no such thing at all');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found');
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await expect(opener).toBeFocused();

    // From the palette to another dialog, which gives the focus to the same place.
    await ask(page, 'go to a step', 'go to a step');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Go to a step' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    // The keys of the page rest while the palette is open.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('v');
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeHidden();
  });

  await test.step('steps, events, settings and policies', async () => {
    await ask(page, 'step 140', 'Go to step 140');
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeHidden();
    await expect.poll(() => bench.setting('step')).toBe('140');
    await ask(page, '141', 'Go to step 141');
    await page.keyboard.press('Enter');
    await expect.poll(() => bench.setting('step')).toBe('141');
    await ask(page, 'next overflow', 'next overflow');
    await page.keyboard.press('Enter');
    await expect.poll(() => bench.setting('step')).not.toBe('141');

    await page.keyboard.press('Control+k');
    await field(page).fill('window 190');
    await option(page, 'Set Context window to 190,000').click();
    await expect(bench.number('Context window')).toHaveValue('190,000');
    await ask(page, 'codex', /use .*codex/i);
    await page.keyboard.press('Enter');
    await expect(bench.inForce).toHaveAttribute('data-policy-in-force', 'codex');
    await ask(page, 'undo', 'undo');
    await page.keyboard.press('Enter');
    await expect(bench.number('Context window')).toHaveValue('190,000');
    // A setting is typed on from its name.
    await ask(page, 'set correction cap', 'Correction cap …');
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('Correction cap = ');
    await page.keyboard.type('7');
    await expect(option(page, 'Set Correction cap to 7')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(bench.number('Correction cap')).toHaveValue('7');
    await ask(page, 'tab findings', 'tab: findings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: /^Findings/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  await test.step('no violations, light and dark', async () => {
    await page.getByRole('button', { name: 'Command palette' }).click();
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole('group', { name: 'Sessions' })).toBeVisible();
    await expect(option(page, 'freeze the result')).toBeVisible();
    await expect(option(page, 'zoom in')).toHaveCount(0);
    await expectFits(page, [1440, 768], '[role=dialog]');
    await field(page).fill('window 190k');
    await expect(option(page, 'Set Context window to 190,000')).toBeVisible();
    await expectFits(page, [1440, 768], '[role=dialog]');
  });
});

test('pages, sessions, themes and the controls of a page are found from every page', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.importSample('production-incident.json');
  await bench.importSample('timing-gap.json');
  await page.goto('/method');
  await ask(page, 'watched', 'Watched');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/watched/);
  await ask(page, 'production incident', 'production incident');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sessions\//);
  await bench.drawn();
  await ask(page, 'theme dark', 'dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await ask(page, 'theme system', 'as the system');
  await page.keyboard.press('Enter');

  const library = new LibraryPage(page);
  await library.open();
  await expect(library.row('production incident')).toBeVisible();
  // What a person at the library wants first: the sessions that need attention, with what happened.
  await page.keyboard.press('Control+k');
  const sessions = page.getByRole('group', { name: 'Sessions' });
  await expect(sessions.getByRole('option').first()).toContainText('Refused at step');
  await field(page).fill('import…');
  await expect(page.getByRole('group', { name: 'On this page' })).toContainText('Import…');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Numbers only' })).toBeVisible();
});
