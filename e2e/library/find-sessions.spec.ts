import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

test.describe.configure({ mode: 'serial' });

const SAMPLES = 60;

/** Samples of one evaluation: many sessions of one step each. */
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

test('sessions of one step are one line, which opens; what is selected is exported', async ({
  page,
}, info) => {
  const library = new LibraryPage(page);
  await library.empty();
  const bench = new WorkbenchPage(page);
  await bench.importText('evaluation.json', evaluation);
  await bench.importSample('production-incident.json');
  await bench.importSample('kubernetes-agent.json');
  await library.open('/');
  const brief = library.head('brief');
  await expect(brief).toContainText(`One or two steps${SAMPLES}`);
  await expect(brief).toContainText('Show');
  // Two heads with a session each, the closed head, and the names of the columns.
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${5 + 1}`);
  await page.screenshot({ path: info.outputPath('triage.png') });

  // What leaves in each form: lib/server/http/sessions/share.test.ts. Numbers alone name nothing.
  await page.getByRole('checkbox', { name: /Select Sample: production incident/ }).check();
  const one = await library.download('Export numbers');
  expect(one.name).toMatch(/^highwater-[0-9a-z]+-numbers\.json$/);
  expect(one.bytes.toString()).toContain('"format":"highwater-session"');
  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await expect(page.getByText(`${SAMPLES + 2} selected`)).toBeVisible();
  const all = await library.download('Export with texts');
  expect(all.name).toBe(`highwater-${SAMPLES + 2}-sessions.tar`);
  expect(all.bytes.toString('latin1')).toContain('Answer 59');
  const numbers = await library.download('Export numbers');
  expect(numbers.bytes.toString('latin1')).not.toMatch(/Answer 59|production/);

  await brief.click();
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${5 + SAMPLES + 1}`);
  await expect(page).toHaveURL(/open=brief/);
  await page.reload();
  await expect(brief).toContainText('Hide');
  await library.sort('Name');
  await expect(brief).toHaveCount(0);
  await expect(page).toHaveURL(/sort=name/);
});

test('a hit is opened by Enter, and Back leads to the place that was left', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open('/?sort=name');
  await expect(library.grid).toHaveAttribute('aria-rowcount', `${2 + SAMPLES + 1}`);
  await library.search.press('ArrowDown');
  await expect(library.grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(library.grid).toHaveAttribute('aria-activedescendant', /^session-/);

  await library.grid.evaluate((grid) => grid.scrollTo({ top: 1400 }));
  const top = (): Promise<number> => library.grid.evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(top).toBe(1400);
  // The list scrolls before it draws: a row is named only once it stands there.
  const name = 'evaluation 41 sample-41 · Question 41';
  await expect(library.row(name)).toBeInViewport({ ratio: 1 });
  await library.row(name).getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/sessions\//);
  await page.goBack();
  await expect.poll(top).toBe(1400);
  await expect(library.row(name)).toBeInViewport();
  await expect(page).toHaveURL(/sort=name/);

  await library.search.fill('evaluation 59');
  await expect.poll(() => library.names()).toHaveLength(1);
  await library.search.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+$/);
  await expect(page.locator('[data-session-name]')).toContainText('evaluation 59');
  await page.goBack();
  await expect(library.search).toHaveValue('evaluation 59');
  await expect.poll(() => library.names()).toHaveLength(1);
});
