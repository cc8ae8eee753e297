import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

const INCIDENT = 'production-incident.json';

test('a user sets an incident beside a higher cap, reads the first divergence, jumps, zooms and promotes', async ({
  page,
}) => {
  // Holds what several pages held.
  test.slow();
  const errors = watchErrors(page);
  const library = new LibraryPage(page);
  await library.empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample(INCIDENT);

  // From the library: one selected session becomes one lane.
  await library.open();
  await library.row('production incident').getByRole('checkbox').click();
  await library.selection.getByRole('button', { name: 'Compare …' }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?lane=${id}:own$`));
  await expect(page.getByText('One lane. Add another to compare it with.')).toBeVisible();

  // Another lane of the same session, with another cap.
  await page.getByRole('button', { name: 'Add a lane …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a lane' });
  await expect(dialog.getByRole('radio', { name: /production incident/ })).toBeChecked();
  await dialog.getByRole('combobox', { name: 'Setting' }).selectOption('cap');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.getByRole('textbox', { name: /cap/i }).fill('7.5');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`lane=${id}:own:cap=7.5$`));

  // The first divergence, with the operands of both; lib/server/http/answers/compare.test.ts shows that
  // the API answers what the command line prints.
  const sentence = page.locator('[data-divergence="B"]');
  await expect(sentence).toHaveText(
    'B leaves A at step 143: B compacted (180,000 ≥ 180,000); A held, refused (150,000 < 180,000).',
  );

  // The table has the metrics; projected ones are marked, better and worse said.
  const metrics = page.getByRole('region', { name: 'Metrics of the lanes' });
  const peak = metrics.locator('[data-metric="peak-real"]');
  await expect(peak).toContainText('200,819');
  await expect(peak).toContainText(/[^~]−[\d,]+ better/);
  await expect(metrics.locator('[data-metric="findings-error"]')).not.toContainText('–');

  // A click in one plot selects the step in all; keys move it.
  const plot = page.locator('[data-lane="A"] [data-plots]');
  await plot.click({ position: { x: 300, y: 60 } });
  const readouts = page.locator('[data-readout]');
  await page.mouse.move(0, 0);
  const step = await page.getByRole('spinbutton', { name: 'Step' }).inputValue();
  await expect(readouts).toHaveText([new RegExp(`^step ${step}:`), new RegExp(`^step ${step}:`)]);
  await page.locator('body').press('ArrowRight');
  await expect(readouts.first()).toContainText(`step ${Number(step) + 1}:`);
  await page.locator('body').press('v');
  await expect(readouts.first()).toContainText('step 143:');
  await expect(page).toHaveURL(/at=143$/);

  await test.step('lanes share one plot, and a brush, a drag and a wheel choose its rows', () =>
    chooseRows(page));

  // The link opens the same numbers, the same plot and rows.
  const before = await metrics.innerText();
  const rows = await shownRows(page);
  await page.goto(page.url());
  await expect(metrics.locator('[data-metric="findings-error"]')).not.toContainText('–');
  await expect.poll(() => metrics.innerText()).toBe(before);
  expect(await shownRows(page)).toEqual(rows);
  await page.locator('body').press('o');
  await expect(page.locator('[data-lane-plot]')).toHaveCount(2);

  // Swapped and compared the other way round, the differences are negated.
  await page.locator('[data-lane="B"]').getByRole('button', { name: 'Make baseline' }).click();
  await expect(page.locator('[data-divergence="A"]')).toContainText('A leaves B at step 143');
  await expect(peak).toContainText(/[^~]\+[\d,]+ worse/);

  // The lane opens as what-if at the step.
  await page.locator('[data-lane="B"]').getByRole('link', { name: 'Open as what-if' }).click();
  await bench.drawn();
  await expect(page).toHaveURL(/cap=7\.5/);
  await expect(bench.ledger).toContainText('143');
  await expect(bench.number('Correction cap')).toHaveValue('7.5');
  expect(errors).toEqual([]);
});

/** Draws the lanes in one plot and zooms: by the brush, by a drag over the plot, by the wheel. */
async function chooseRows(page: Page): Promise<void> {
  const readouts = page.locator('[data-readout]');
  const read = await readouts.allTextContents();

  // One plot holds the line and the events of each lane; its numbers are those of a plot each.
  const onePlot = page.getByRole('button', { name: 'One plot' });
  await onePlot.click();
  await expect(page).toHaveURL(/plot=one/);
  const plot = page.getByRole('img', { name: /^Real tokens of 2 lanes/ });
  await expect(plot).toBeVisible();
  await expect(page.locator('[data-lane-plot]')).toHaveCount(0);
  for (const letter of ['A', 'B']) {
    const lines = plot.locator(`[data-lines="${letter}"]`);
    await expect(lines.locator('[data-part="real"]')).toHaveAttribute('d', /^M/);
    await expect(plot.getByText(letter, { exact: true })).toHaveCount(2);
  }
  await expect(plot.locator('[data-lines="A"] [data-part="projected"]')).toHaveAttribute('d', '');
  await expect(plot.locator('[data-lines="B"] [data-part="projected"]')).toHaveAttribute('d', /^M/);
  await expect(plot.locator('[data-events="B"] path')).not.toHaveCount(0);
  expect(await readouts.allTextContents()).toEqual(read);
  await expectNoViolations(page);

  // The brush below it: its ends move by keys, a drag draws another.
  const first = page.getByRole('slider', { name: 'First step shown' });
  await expect(first).toHaveAttribute('aria-valuenow', '0');
  await first.press('Shift+ArrowRight');
  await expect(first).toHaveAttribute('aria-valuenow', '10');
  const all = page.getByRole('button', { name: /shown: show all/ });
  await expect(all).toContainText(/^10–/);
  await all.click();
  await expect(all).toBeHidden();
  const drag = async (on: Locator, from: number, to: number): Promise<void> => {
    await on.scrollIntoViewIfNeeded();
    const box = await on.boundingBox();
    if (box === null) throw new Error('What is dragged over is not in view');
    await page.mouse.move(box.x + box.width * from, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + box.height / 2, { steps: 6 });
    await page.mouse.up();
  };
  await drag(page.locator('[data-overview] svg'), 0.4, 0.6);
  const brushed = await shownRows(page);
  expect(brushed.to - brushed.from).toBeGreaterThan(20);
  await expect(page).toHaveURL(new RegExp(`range=${brushed.from}-${brushed.to}`));

  // A drag over the plot zooms further in; a turned wheel scrolls the page, with Ctrl it zooms out.
  await drag(plot, 0.4, 0.6);
  const dragged = await shownRows(page);
  expect(dragged.from).toBeGreaterThan(brushed.from);
  expect(dragged.to).toBeLessThan(brushed.to);
  await page.mouse.wheel(0, 40);
  expect(await shownRows(page)).toEqual(dragged);
  await plot.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 240);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await shownRows(page)).from).toBeLessThan(dragged.from);
}

/** First and last row shown, as the brush says them. */
async function shownRows(page: Page): Promise<{ readonly from: number; readonly to: number }> {
  const [from, to] = await Promise.all(
    ['First', 'Last'].map((end) =>
      page.getByRole('slider', { name: `${end} step shown` }).getAttribute('aria-valuenow'),
    ),
  );
  return { from: Number(from), to: Number(to) };
}

/** Presses keys of the page, and waits for what each draws: milliseconds. */
async function pressKeys(): Promise<(readonly [key: string, ms: number])[]> {
  const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
  const times: (readonly [string, number])[] = [];
  for (const key of ['ArrowRight', 'n', 'v', 'f']) {
    const begin = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await frame();
    await frame();
    times.push([key, performance.now() - begin]);
  }
  return times;
}

test('six lanes of 10,000 steps are drawn, and moved through', async ({ page }) => {
  // The import of 10,000 steps alone takes half a minute of a busy machine.
  test.slow();
  await new LibraryPage(page).empty();
  const id = await new WorkbenchPage(page).importText(
    'long-session.json',
    readFileSync('public/samples/long-session.json'),
  );
  const lanes = ['own', 'own:cap=2', 'codex', 'none', 'pi', 'contextguard-threshold:window=100000'];
  await page.goto(`/compare?${lanes.map((lane) => `lane=${id}:${lane}`).join('&')}`);
  await expect(page.locator('[data-lane-plot]')).toHaveCount(6);
  const changes = page.getByRole('region', { name: 'Changed decisions' }).last();
  await expect(changes.getByRole('row').nth(1)).toBeVisible();
  // Of thousands of rows only those in view are there.
  expect(await changes.getByRole('row').count()).toBeLessThan(40);
  await expect(page.locator('[data-drawn]')).toHaveText(/^1,\d{3} of 10,000 steps drawn$/);
  for (const drawn of ['a plot each', 'one plot'] as const) {
    const times = await page.evaluate(pressKeys);
    const description = `${times.map(([key, ms]) => `${key} ${ms.toFixed(0)}`).join(', ')} ms`;
    test.info().annotations.push({ type: `six lanes of 10,000 steps, ${drawn}`, description });
    console.log(
      `Keys to the next drawn frame, six lanes of 10,000 steps, ${drawn}: ${description}`,
    );
    if (drawn === 'a plot each') await page.locator('body').press('o');
  }
  await expect(page.locator('[data-lane-plot]')).toHaveCount(0);
  await expect(page.locator('[data-together-plot] [data-lines]')).toHaveCount(6);
  await expect(page.getByRole('button', { name: /shown: show all/ })).toHaveCount(0);
});

test('two sessions stand beside each other from 768 px, and a bad link says what it left out', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const a = await bench.importSample(INCIDENT);
  const b = await bench.importSample('kubernetes-agent.json');
  await page.goto(
    `/compare?lane=${a}:own&lane=${b}:own&lane=${b}:own:speed=3&lane=gonegone1:own&lane=x:y:z&by=age`,
  );
  const notice = page.getByRole('main').getByRole('status').first();
  await expect(notice).toContainText('lane=x:y:z was left out');
  await expect(notice).toContainText('by=age was left out');
  const faults = page.getByRole('main').getByRole('alert');
  await expect(faults).toContainText('has no setting "speed"');
  await expect(faults).toContainText('The library has no session gonegone1.');
  await expect(page.locator('[data-lane]')).toHaveCount(2);
  const remove = faults.getByRole('button', { name: 'Remove' });
  await remove.first().click();
  await expect(remove).toHaveCount(1);
  await remove.click();
  await expect(remove).toHaveCount(0);
  await expect(page.locator('[data-divergence="B"]')).toContainText(
    'B is another recording than A',
  );
  await expect(page.getByText('Step n of each session stands beside')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sessions' }).selectOption('share');
  await expect(page).toHaveURL(/by=share/);
  await expect(page.getByText('from its first step to its last')).toBeVisible();
  await expectFits(page, [768]);
});
