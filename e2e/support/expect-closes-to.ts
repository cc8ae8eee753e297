import { expect, type Locator } from '@playwright/test';

/** Opens a dialog by its button's key; Tab stays inside, and Escape leads back to the button. */
export async function expectClosesTo(opener: Locator, name: string): Promise<void> {
  const page = opener.page();
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  const inside = dialog.locator(':focus').or(dialog.and(page.locator(':focus')));
  await expect(inside).toHaveCount(1);
  const stops = await dialog
    .locator('button, input, select, textarea, a[href], [tabindex="0"]')
    .count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let i = 0; i < stops + 2; i++) {
      await page.keyboard.press(key);
      await expect(inside).toHaveCount(1);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}
