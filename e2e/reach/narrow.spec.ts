import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { LibraryPage } from '../pages/library-page';
import { ScenariosPage } from '../pages/scenarios-page';
import { WorkbenchPage } from '../pages/workbench-page';

/** Texts of cells that are not shown whole. */
const cutTexts = (cells: Locator): Promise<readonly (string | null)[]> =>
  cells.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );

const FAULT = '&fault=summariser-fails@1';

test('no number of the steps is cut, and decision, margin and outcome are in view, at every width', async ({
  page,
}, info) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, `?window=120000${FAULT}`);
  await expect(bench.steps.getByRole('columnheader', { name: 'events' })).toBeVisible();
  const all = bench.steps.locator(
    '[role=gridcell]:not([data-column=events]):not([data-column=outcome])',
  );
  await expect(all.first()).toBeVisible();
  await expect.poll(() => cutTexts(all)).toEqual([]);
  await expect(bench.steps).toHaveJSProperty(
    'scrollWidth',
    await bench.steps.evaluate(({ clientWidth }) => clientWidth),
  );
  const row = bench.steps.locator('[role=row][aria-selected=true]');
  const hidden = page.locator('[data-hidden-columns]');
  for (const width of [1_280, 1_024, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    // What has no room is named; this one is left out first.
    await expect(hidden).toContainText(/^No room for .*unexplained/);
    for (const column of ['step', 'decision', 'margin', 'outcome']) {
      const cell = row.locator(`[data-column=${column}]`);
      await cell.scrollIntoViewIfNeeded();
      await expect(cell).toBeInViewport({ ratio: 0.9 });
    }
    const numbers = row.locator('[role=gridcell]:not([data-column=events])');
    await expect.poll(() => cutTexts(numbers)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`steps-${width}.png`) });
  }
  // It can be had all the same, and the step stays while the others are scrolled.
  await page.getByRole('button', { name: 'Show all columns' }).click();
  await expect(bench.steps.getByRole('columnheader', { name: 'time' })).toBeAttached();
  await expect(row.locator('[data-column=calibrated]')).toBeAttached();
  await bench.steps.evaluate((grid) => grid.scrollTo({ left: 400 }));
  await expect(row.locator('[data-column=step]')).toBeInViewport({ ratio: 0.9 });
});

test('library and scenarios keep their names at 390 px', async ({ page }, info) => {
  await new WorkbenchPage(page).importSample('production-incident.json');
  await page.setViewportSize({ width: 390, height: 800 });
  const library = new LibraryPage(page);
  await library.open('/?q=production%20incident');
  const name = library.row('production incident').getByRole('link').first();
  await expect(name).toBeInViewport();
  await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(120);
  await page.screenshot({ path: info.outputPath('library-390.png') });
  // The other columns are reached sideways, beside the name.
  await library.grid.evaluate((grid) => grid.scrollTo({ left: 1_000 }));
  await expect(name).toBeInViewport();
  await expect(library.row('production incident').getByRole('gridcell').last()).toBeInViewport();

  // The sentence wins: at 768 the chart goes before it, and the agent at a narrow desktop.
  const sentence = library.row('production incident').getByText(/^Refused at step/);
  for (const [width, widest] of [
    [768, 700],
    [1_024, 900],
    [1_280, 1_100],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => cutTexts(sentence), `at ${width}`).toEqual([]);
    const box = await sentence.boundingBox();
    expect(box?.width, `at ${width}`).toBeGreaterThan(390);
    expect(box?.width, `at ${width}`).toBeLessThan(widest);
  }
  await page.setViewportSize({ width: 390, height: 800 });

  const gallery = new ScenariosPage(page);
  await gallery.open('?q=8k_KubeAgent');
  const scenario = gallery.table.getByRole('button', { name: '8k_KubeAgent', exact: true });
  await expect(scenario).toBeInViewport();
  await expect.poll(async () => (await scenario.boundingBox())?.width ?? 0).toBeGreaterThan(80);
  await page.screenshot({ path: info.outputPath('scenarios-390.png') });
  await gallery.table.evaluate((table) => table.parentElement?.scrollTo({ left: 1_000 }));
  await expect(scenario).toBeInViewport();
});

const long = new ClaudeCodeLog('header')
  .user(`A session with a long name, ${'words '.repeat(40)}`)
  .answer(165_000, 'a'.repeat(400))
  .user('r'.repeat(1_200))
  .compaction('auto', 166_900)
  .answer(31_000, 'a'.repeat(40));

for (const [name, text, query, badge] of [
  ['kubernetes-agent.json', null, '?window=150000', /same state at 53 of 246 steps/],
  [
    'long-name.jsonl',
    long.text(),
    '?policy=claude-code&observed=300000',
    /as set: reproduces 0 of 1/,
  ],
] as const) {
  test(`the header of ${name} is one line at 1440`, async ({ page }, info) => {
    const bench = new WorkbenchPage(page);
    const id = await (text === null ? bench.importSample(name) : bench.importText(name, text));
    await bench.open(id, query);
    const header = page.getByRole('banner');
    const button = header.getByRole('button', { name: badge });
    await expect(button).toBeVisible();
    const box = await header.boundingBox();
    expect(box?.height).toBeLessThan(48);
    await expect(header.getByRole('button', { name: 'Keyboard shortcuts' })).toBeInViewport({
      ratio: 1,
    });
    await page.screenshot({ path: info.outputPath('header.png') });
    // A badge that is cut has its words in the tooltip.
    const words = ((await button.textContent()) ?? '').replace(/^. /, '');
    await button.focus();
    await expect(page.getByRole('tooltip')).toContainText(words);
  });
}
