import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

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

test('samples of one evaluation are one row, which opens; what is selected is exported', async ({
  page,
}, info) => {
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
  await page.screenshot({ path: info.outputPath('grouped.png') });

  // What leaves in each form: lib/server/http/sessions/share.test.ts. Numbers alone name nothing.
  await page.getByRole('checkbox', { name: /Select Sample: production incident/ }).check();
  const one = await library.download('Export numbers');
  expect(one.name).toMatch(/^highwater-[0-9a-z]+-numbers\.json$/);
  expect(one.bytes.toString()).toContain('"format":"highwater-session"');
  // The server says which sessions these are: the box is ticked when it has answered.
  const whole = page.getByRole('checkbox', { name: 'Select the sessions of evaluation.json' });
  await whole.click();
  await expect(whole).toBeChecked();
  await expect(page.getByText(`${SAMPLES + 1} selected`)).toBeVisible();
  const all = await library.download('Export with texts');
  expect(all.name).toBe(`highwater-${SAMPLES + 1}-sessions.tar`);
  expect(all.bytes.toString('latin1')).toContain('Answer 59');
  const numbers = await library.download('Export numbers');
  expect(numbers.bytes.toString('latin1')).not.toMatch(/Answer 59|production/);

  await fold.click();
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${3 + SAMPLES + 2}`);
  await expect(page).toHaveURL(/open=[0-9a-z]+/);
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await library.grouping.selectOption('nothing');
  await expect(group).toHaveCount(0);
  await expect(page).toHaveURL(/group=off/);
});

test('a hit is opened by Enter, and Back leads to the place that was left', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open('/?group=off&sort=name');
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${2 + SAMPLES + 2}`);
  await library.search.press('ArrowDown');
  await expect(library.grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(library.grid).toHaveAttribute('aria-activedescendant', /^session-/);

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

  await library.search.fill('evaluation 59');
  await expect.poll(() => library.names()).toHaveLength(1);
  await library.search.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('evaluation 59');
  await page.goBack();
  await expect(library.search).toHaveValue('evaluation 59');
  await expect.poll(() => library.names()).toHaveLength(1);
});
