import { expect, test } from '../support/test';
import { expectNoViolations } from '../support/expect-no-violations';

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
});

for (const width of [1440, 768]) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`has no accessibility violation, ${scheme}, ${width} wide`, async ({ page }, info) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/systems');
      await expect(page.getByRole('heading', { name: 'Systems' })).toBeAttached();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await expectNoViolations(page);
      await page.screenshot({ path: info.outputPath('systems.png'), fullPage: true });
    });
  }
}
