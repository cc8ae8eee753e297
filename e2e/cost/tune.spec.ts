import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '../support/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';

function near(id: string): string {
  const log = new ClaudeCodeLog(id);
  for (let step = 1; step <= 19; step++) {
    log.user('word '.repeat(2_000)).answer(step * 10_000, 'Done.');
  }
  return log.text();
}

test('colours settings by what they cost, with the sessions that have a price', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await new LibraryPage(page).openEmpty();
  await tune.importText('near.jsonl', near('near'));
  await tune.importText('house.jsonl', near('house').replaceAll('claude-opus-4-6', 'house-7'));
  await tune.open('?made=recorded');
  await tune.swept();
  const state = page.locator('[data-figure-state]');
  await expect(state).toContainText(/cost takes about \d/);
  const colour = page.getByRole('combobox', { name: 'colour' });
  await colour.selectOption('cost');
  await expect(page).toHaveURL(/figure=cost/);
  await expect(state).toContainText('1 of 2 sessions, 1 without a price of its model');
  const cell = tune.cell(/^Context window 200,000, Correction cap 5\.0 ×:/);
  await expect(cell).toHaveText(/^\$\d/);
  await expect(cell).toHaveAccessibleName(/, cost ~\$\d+\.\d+$/);

  // The front has it as an objective, and the file a column with its unit.
  const front = page.getByRole('region', { name: 'Pareto front' });
  await expect(front).toContainText('cost of all sessions against compactions');
  await front.getByRole('button', { name: 'Table' }).click();
  await expect(front.getByRole('columnheader', { name: 'cost' })).toBeVisible();
  const [head = '', ...rows] = await tune.downloadRows();
  expect(head.endsWith(',costUsd')).toBe(true);
  expect(rows.some((row) => /,\d+\.\d+$/.test(row))).toBe(true);
  expect(rows.some((row) => row.endsWith(','))).toBe(true);
  await expectNoViolations(page);

  // A given price counts for every model.
  await page.getByRole('button', { name: 'Prices …' }).click();
  for (const [name, dollars] of [
    ['fresh input', '5'],
    ['output', '25'],
  ] as const) {
    const field = page.getByRole('textbox', { name: `Price of ${name}`, exact: true });
    await field.fill(dollars);
    await field.press('Enter');
  }
  await expect(page).toHaveURL(/prices=input%3A5%2Coutput%3A25/);
  await expect(state).toContainText('all 2 sessions');
  await colour.selectOption('');
  await expect(cell).toHaveText(/^\d+$|^▲/);
  expect(errors).toEqual([]);
});
