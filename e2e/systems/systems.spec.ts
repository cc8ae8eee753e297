import { expect, test } from '../support/test';
import { expectFits } from '../support/expect-no-violations';

test('a newcomer finds their agent: what is read of it, which version, how exactly', async ({
  page,
}) => {
  await page.goto('/method');
  await page.getByRole('link', { name: 'Systems' }).click();
  await expect(page).toHaveURL(/\/systems$/);
  const pi = page.locator('tr[data-system="pi"]');
  await expect(pi).toContainText('@earendil-works/pi-coding-agent 1.5.2');
  await expect(pi).toContainText('computes what the system’s code computes');
  await expect(pi).toContainText('320');
  await expect(page.locator('tr[data-system="Claude Code"]').first()).toContainText(
    'Claude Code, Claude Code stream',
  );
  await expect(page.locator('tr[data-system="Langfuse"]')).toContainText('no policy of its own');
  await expectFits(page, [1440, 768]);
});
