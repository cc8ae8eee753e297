import { TunePage } from '../pages/tune-page';
import { test } from '../support/test';
import { watchErrors } from '../support/watch-errors';

test('looks', async ({ page }) => {
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await tune.loadSamples();
  await tune.open();
  await page.screenshot({ path: '/tmp/h-page/shot-choose.png' });
  await page.getByRole('button', { name: 'Tune the whole library' }).click();
  await page.waitForTimeout(4000);
  await page.screenshot({ path: '/tmp/h-page/shot-1440.png' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: '/tmp/h-page/shot-1440-dark.png' });
  console.log(errors, page.url());
  console.log(await page.locator('main').innerText());
});
