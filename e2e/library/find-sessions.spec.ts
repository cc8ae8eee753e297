import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectNoViolations } from '../support/expect-no-violations';

test.describe.configure({ mode: 'serial' });

const SAMPLES = 60;

/** Samples of one evaluation: sessions of one file that belong to no agent together. */
const evaluation = JSON.stringify(
  Array.from({ length: SAMPLES }, (_, i) => ({
    appName: `evaluation ${i}`,
    id: `sample-${i}`,
    events: [
      { author: 'user', content: { role: 'user', parts: [{ text: `Question ${i}` }] } },
      { author: 'bot', content: { role: 'model', parts: [{ text: `Answer ${i}` }] } },
    ],
  })),
);

test('samples of one evaluation are one row, which opens', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.empty();
  const bench = new WorkbenchPage(page);
  await bench.importText('evaluation.json', evaluation);
  await bench.importSample('production-incident.json');
  await bench.importSample('kubernetes-agent.json');
  await library.open();
  const group = library.group('evaluation.json');
  await expect(group).toContainText(`${SAMPLES} sessions`);
  const fold = group.getByRole('button', { name: 'the sessions of evaluation.json' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${3 + 2}`);
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('grouped.png') });
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${3 + SAMPLES + 2}`);
  await expect(page).toHaveURL(/open=[0-9a-z]+/);
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await library.grouping.selectOption('nothing');
  await expect(group).toHaveCount(0);
  await expect(page).toHaveURL(/group=off/);
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${2 + SAMPLES + 2}`);
});

test('Enter in the search opens the first hit, ↓ leads into the list', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open();
  await library.search.fill('sample incident');
  await expect.poll(() => library.names()).toHaveLength(1);
  await library.search.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('production incident');
  await page.goBack();
  await expect(library.search).toHaveValue('sample incident');
  await expect.poll(() => library.names()).toHaveLength(1);
  await library.search.fill('sample');
  await expect.poll(() => library.names()).not.toHaveLength(1);
  await library.search.press('ArrowDown');
  await expect(library.grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(library.grid).toHaveAttribute('aria-activedescendant', /^session-/);
});

test('Back leads to the place in the list that was left', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open('/?group=off&sort=name');
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${2 + SAMPLES + 2}`);
  await library.grid.evaluate((grid) => grid.scrollTo({ top: 900 }));
  const top = (): Promise<number> => library.grid.evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(top).toBe(900);
  // The list scrolls before it draws: a row is named only once it stands there.
  const name = 'evaluation 35 sample-35 · Question 35';
  await expect(library.row(name)).toBeInViewport({ ratio: 1 });
  await library.row(name).getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/sessions\//);
  await page.goBack();
  await expect.poll(top).toBe(900);
  await expect(library.row(name)).toBeInViewport();
  await expect(page).toHaveURL(/sort=name/);
});

test('filters by source, model and events, in the address', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open();
  await library.tick('Event', 'overflows');
  await expect
    .poll(() => library.names())
    .toEqual([expect.stringContaining('production incident')]);
  await expect(page).toHaveURL(/\?with=overflow$/);
  await page.reload();
  await expect.poll(() => library.names()).toHaveLength(1);
  await library.chip('overflows').click();
  await library.tick('Source', `Google ADK ${SAMPLES}`);
  await expect(library.group('evaluation.json')).toBeVisible();
  await expect.poll(() => library.names()).toEqual([]);
  await library.tick('Event', 'overflows');
  await expect(
    page.getByRole('heading', { name: 'No session passes these filters' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/\/$/);
  await library.tick('Model', 'claude');
  await expect(page).toHaveURL(/\?model=/);
  await expect.poll(async () => (await library.names()).length).toBeGreaterThan(0);
});

test('what is selected can be exported, numbers only or with texts', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open();
  await page.getByRole('checkbox', { name: /Select Sample: production incident/ }).check();
  const one = await library.download('Export numbers');
  // Numbers only gives no name either, in the file or of it.
  expect(one.name).toMatch(/^highwater-[0-9a-z]+-numbers\.json$/);
  expect(one.bytes.toString()).toContain('"format":"highwater-session"');

  await page.getByRole('checkbox', { name: 'Select the sessions of evaluation.json' }).check();
  await expect(page.getByText(`${SAMPLES + 1} selected`)).toBeVisible();
  const all = await library.download('Export with texts');
  expect(all.name).toBe(`highwater-${SAMPLES + 1}-sessions.tar`);
  // A tar names each of its files in a block of its own.
  const tar = all.bytes.toString('latin1');
  expect(tar.split('ustar\u0000').length - 1).toBeGreaterThanOrEqual(SAMPLES + 1);
  expect(tar).toContain('Answer 59');
  const numbers = await library.download('Export numbers');
  const names = numbers.bytes.toString('latin1');
  expect(names).not.toContain('Answer 59');
  expect(names).not.toContain('production');
  expect(names).toMatch(/highwater-[0-9a-z]+-numbers\.json/);
});
