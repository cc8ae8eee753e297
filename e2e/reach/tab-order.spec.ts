import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { expectClosesTo } from '../support/expect-closes-to';
import { fromTheTop, walkByTab } from '../support/tab-walk';
import { TunePage } from '../pages/tune-page';
import { WorkbenchPage } from '../pages/workbench-page';

const INCIDENT = 'production-incident.json';

type Sign = (page: Page) => Promise<void>;

/** Pages by what shows that they are there; `:id` is the incident, `:run` a run of it. */
const wide: readonly (readonly [address: string, sign: Sign])[] = [
  ['/watched', (page) => seen(page, page.getByRole('heading'))],
  ['/scenarios', (page) => seen(page, page.getByText(/outcomes computed/))],
  ['/scenarios/builder', (page) => seen(page, page.getByRole('button', { name: 'Save' }))],
  [
    '/scenarios/matrix?columns=contextguard-threshold,none&window=4k',
    (page) => seen(page, page.getByRole('button', { name: 'Columns 2' })),
  ],
  ['/runs/:run', (page) => seen(page, page.getByText('Same result'))],
  ['/seeds', (page) => seen(page, page.getByRole('rowheader', { name: 'v0.9.0', exact: true }))],
  ['/systems', (page) => seen(page, page.locator('tr[data-system]'))],
  ['/method', (page) => seen(page, page.getByRole('heading'))],
  ['/sessions/:id/reconciliation', (page) => seen(page, page.getByRole('heading'))],
];

/** Pages whose controls stand elsewhere where there is less room. */
const bothWays: readonly (readonly [address: string, sign: Sign])[] = [
  ['/', (page) => seen(page, page.getByRole('grid', { name: 'Sessions' }).getByRole('link'))],
  [
    '/compare?lane=:id:own&lane=:id:own:cap=7.5&plot=one',
    (page) => seen(page, page.locator('[data-divergence="B"]')),
  ],
  // The buttons of the answer can be pressed once the last cell is there.
  ['/tune?all=1', (page) => new TunePage(page).swept()],
];

/** Tabs beside the two with which the whole page is walked. */
const tabs = ['Compactions', 'Findings', 'Cost'];
/** What stands under the last tab. */
const more = ['Answers', 'Estimators', 'Receipt'];

const seen = async (page: Page, sign: Locator): Promise<void> => {
  await expect(sign.first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
};

/** The incident and one run of it in the library; fills both into addresses. */
async function filling(page: Page): Promise<(address: string) => string> {
  const id = await new WorkbenchPage(page).importSample(INCIDENT);
  const answer = await page.request.post('/api/runs', { data: { session: id } });
  const { id: run } = (await answer.json()) as { readonly id: string };
  return (address) => address.replaceAll(':id', id).replace(':run', run);
}

/** The first stop of a page skips to its content. */
async function expectSkips(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await page.keyboard.press('Tab');
  await expect(page.locator('#main *:focus')).toHaveCount(1);
}

for (const [name, pages, widths] of [
  ['the pages', wide, [1_440]],
  ['pages of several layouts, wide and narrow', bothWays, [1_440, 768]],
] as const) {
  test(`Tab leads through ${name}`, async ({ page }) => {
    test.setTimeout(240_000);
    const filled = await filling(page);
    for (const [address, sign] of pages) {
      await test.step(address, async () => {
        await page.goto(filled(address));
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await sign(page);
          await fromTheTop(page);
          expect(await walkByTab(page), `${width}`).toBeGreaterThan(7);
        }
        await fromTheTop(page);
        await expectSkips(page);
      });
    }
  });
}

test('Tab leads through the workbench and each of its tabs, wide and narrow', async ({ page }) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample(INCIDENT), '?cap=7.5&step=143');
  const opened = async (name: string): Promise<void> => {
    // Names have spaces that do not break.
    const words = new RegExp(`^${name.replace(' ', '\\s')}`);
    await bench.openTab(words);
    await bench.settled();
    await expect(page.getByText(/^(Loading|Looking|Reading|Finding) /)).toHaveCount(0);
    await expect(page.locator('[data-effect="pending"]')).toHaveCount(0);
    // A panel whose code is on its way has nothing to stop at.
    await expect(
      page.getByRole('tabpanel').last().locator('button, a, [tabindex="0"]').first(),
    ).toBeVisible();
  };
  for (const width of [1_440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ['Steps', 'Request']) {
      await opened(name);
      await fromTheTop(page);
      expect(await walkByTab(page), `${name} at ${width}`).toBeGreaterThan(50);
    }
    for (const name of [...tabs, ...more]) {
      await opened(name);
      const stops = await walkByTab(page, page.getByRole('tabpanel').last());
      expect(stops, `${name} at ${width}`).toBeGreaterThan(3);
    }
  }
  await fromTheTop(page);
  await expectSkips(page);
});

test('dialogs of the pages that keep and compare give the focus back', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample(INCIDENT), '?cap=7.5');
  await expectClosesTo(page.getByRole('button', { name: 'Freeze' }), 'Freeze this result');
  await bench.steps.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox').and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(bench.steps).toBeFocused();
  await page.goto((await filling(page))('/compare?lane=:id:own'));
  await expectClosesTo(page.getByRole('button', { name: 'Add a lane …' }), 'Add a lane');
  await page.goto('/');
  await expectClosesTo(
    page.getByRole('button', { name: 'Save this view as a corpus' }),
    'Save as corpus',
  );
});
