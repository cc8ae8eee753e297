import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { expectClosesTo } from '../support/expect-closes-to';
import { walkByTab } from '../support/tab-walk';
import { WorkbenchPage } from '../pages/workbench-page';

const INCIDENT = 'production-incident.json';

/** Pages by what shows that they are there; `:id` is the incident, `:run` a run of it. */
const pages: readonly (readonly [address: string, sign: (page: Page) => Promise<void>])[] = [
  ['/', (page) => seen(page, page.getByRole('grid', { name: 'Sessions' }).getByRole('link'))],
  ['/watched', (page) => seen(page, page.getByRole('heading'))],
  ['/scenarios', (page) => seen(page, page.getByText(/outcomes computed/))],
  ['/scenarios/builder', (page) => seen(page, page.getByRole('button', { name: 'Save' }))],
  [
    '/scenarios/matrix?columns=contextguard-threshold,none&window=4k',
    (page) => seen(page, page.getByRole('button', { name: 'Columns 2' })),
  ],
  ['/compare', (page) => seen(page, page.getByRole('button').filter({ hasText: /lane|session/ }))],
  [
    '/compare?lane=:id:own&lane=:id:own:cap=7.5',
    (page) => seen(page, page.locator('[data-divergence="B"]')),
  ],
  [
    '/compare?lane=:id:own&lane=:id:own:cap=7.5&plot=one',
    (page) => seen(page, page.locator('[data-divergence="B"]')),
  ],
  ['/tune', (page) => seen(page, page.getByRole('button', { name: 'Tune the whole library' }))],
  ['/tune?all=1', (page) => seen(page, page.getByText(/replays in/))],
  ['/runs', (page) => seen(page, page.locator('tr[data-run]'))],
  ['/runs/:run', (page) => seen(page, page.getByText('Same result'))],
  ['/seeds', (page) => seen(page, page.getByRole('heading'))],
  ['/systems', (page) => seen(page, page.locator('tr[data-system]'))],
  ['/method', (page) => seen(page, page.getByRole('heading'))],
  ['/sessions/:id/reconciliation', (page) => seen(page, page.getByRole('heading'))],
];

const tabs = ['steps', 'request', 'compactions', 'findings', 'cost', 'recall', 'estimators'];

const seen = async (page: Page, sign: Locator): Promise<void> => {
  await expect(sign.first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
};

/** The incident and one run of it in the library; an address with both filled in. */
async function filled(page: Page, address: string): Promise<string> {
  const id = await new WorkbenchPage(page).importSample(INCIDENT);
  if (!address.startsWith('/runs')) return address.replaceAll(':id', id);
  const answer = await page.request.post('/api/runs', { data: { session: id } });
  return address.replace(':run', ((await answer.json()) as { readonly id: string }).id);
}

for (const [address, sign] of pages) {
  for (const width of [1_440, 768]) {
    test(`Tab leads through ${address} at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(await filled(page, address));
      await sign(page);
      expect(await walkByTab(page)).toBeGreaterThan(10);
    });
  }
}

for (const width of [1_440, 768]) {
  test(`Tab leads through the workbench and each of its tabs at ${width}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const bench = new WorkbenchPage(page);
    const id = await bench.importSample(INCIDENT);
    for (const tab of [...tabs, 'receipt']) {
      await bench.open(id, `?cap=7.5&step=143&tab=${tab}`);
      await expect(page.locator('[data-fresh="false"], [data-effect="pending"]')).toHaveCount(0);
      await expect(page.getByText(/^(Loading|Looking|Reading) /)).toHaveCount(0);
      expect(await walkByTab(page), tab).toBeGreaterThan(50);
    }
  });
}

test('on every page the first stop skips to its content', async ({ page }) => {
  test.slow();
  const bench = (): Promise<void> => seen(page, page.locator('[data-verdict]'));
  for (const [address, sign] of [...pages, ['/sessions/:id', bench] as const]) {
    await page.goto(await filled(page, address));
    await sign(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip, address).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#main$/);
    await page.keyboard.press('Tab');
    await expect(page.locator('#main *:focus'), address).toHaveCount(1);
  }
});

test('dialogs of the pages that keep and compare give the focus back', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample(INCIDENT), '?cap=7.5');
  await expectClosesTo(
    bench.parameters.getByRole('button', { name: 'Freeze' }),
    'Freeze this result',
  );
  await bench.steps.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox').and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(bench.steps).toBeFocused();
  await page.goto(await filled(page, '/compare?lane=:id:own'));
  await expectClosesTo(page.getByRole('button', { name: 'Add a lane …' }), 'Add a lane');
  await page.goto('/');
  await expectClosesTo(page.getByRole('button', { name: 'Corpora …' }), 'Corpora');
});
