import { readFileSync } from 'node:fs';
import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
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

test('colours settings and policies by what they cost, of the sessions with a price, and keeps it', async ({
  page,
}, info) => {
  // Holds what several pages held.
  test.slow();
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  await tune.importText('near.jsonl', near('near'));
  await tune.importText('house.jsonl', near('house').replaceAll('claude-opus-4-6', 'house-7'));
  // Of an unknown model the limit is the user's; only sessions of one limit are tuned together.
  const library = await page.request.get('/api/sessions');
  const { sessions } = (await library.json()) as { readonly sessions: readonly { id: string }[] };
  for (const { id } of sessions) {
    await page.request.patch(`/api/sessions/${id}`, { data: { limit: { tokens: 200_000 } } });
  }
  await tune.open('?made=recorded&policy=contextguard-threshold&compared=codex');
  await tune.swept();
  const state = page.locator('[data-figure-state]');
  await expect(state).toContainText(/a figure takes (about|less than) \d/);
  const colour = page.getByRole('combobox', { name: 'colour' });
  await colour.selectOption('cost');
  await expect(page).toHaveURL(/figure=cost/);
  await expect(state).toContainText('1 of 2 sessions, 1 without a price of its model');
  const cell = tune.cell(/^Context window 200,000, Correction cap 5×:/);
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

  // The policies by window tell the same.
  const policies = page.getByRole('region', { name: 'Policies by window', exact: true });
  await policies.getByRole('button', { name: 'Table' }).click();
  const codex = policies.getByRole('row', { name: /^Codex/ });
  await expect(codex).toContainText(/~\$\d+\.\d/);
  const shown = await codex.innerText();
  const dollars = await cell.innerText();
  await policies.getByRole('button', { name: 'Chart' }).click();
  await policies.getByRole('combobox').selectOption('figure');
  await expect(policies.getByRole('listitem').first()).toContainText('~$');
  await page.screenshot({ path: info.outputPath('policies.png'), fullPage: true });

  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.locator('[data-kept]')).toContainText('with cost');
  await page.getByRole('button', { name: /^Kept \d+$/ }).click();
  const kept = page.getByRole('dialog', { name: 'Kept sweeps' }).locator('[data-sweep]').first();
  await expect(kept).toContainText('settings, with cost');
  // It is computed at low priority, beside everything else that runs.
  await expect(kept).toContainText('done', { timeout: 60_000 });
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('link', { name: /as CSV$/ }).click(),
  ]);
  const [title = '', ...lines] = readFileSync(await csv.path(), 'utf8').split('\r\n');
  expect(title.endsWith(',costUsd')).toBe(true);
  expect(lines.some((row) => /,\d+\.\d+$/.test(row))).toBe(true);
  await page.keyboard.press('Escape');

  // A given price counts for every model.
  await page.getByRole('button', { name: 'Prices …' }).click();
  for (const [name, given] of [
    ['fresh input', '5'],
    ['output', '25'],
  ] as const) {
    const field = page.getByRole('textbox', { name: `Price of ${name}`, exact: true });
    await field.fill(given);
    await field.press('Enter');
  }
  await expect(page).toHaveURL(/prices=input%3A5%2Coutput%3A25/);
  await expect(state).toContainText('all 2 sessions');

  // One of a model overrules it for this one.
  const before = await cell.innerText();
  await page.getByRole('combobox', { name: /for$/ }).selectOption('house-7');
  const output = page.getByRole('textbox', { name: 'Price of output', exact: true });
  await output.fill('2500');
  await output.press('Enter');
  await expect(page).toHaveURL(/prices=input%3A5%2Coutput%3A25%3Bhouse-7%3Doutput%3A2500/);
  await expect(cell).not.toHaveText(before);
  await expect(cell).toHaveText(/^\$\d/);
  await colour.selectOption('');
  await expect(cell).toHaveText(/^\d+$|^▲/);

  // It opens with the numbers of the page that kept it.
  await page.getByRole('button', { name: /^Kept \d+$/ }).click();
  await kept.getByRole('link', { name: /^Open sweep \d+$/ }).click();
  await page.getByRole('combobox', { name: 'colour' }).selectOption('cost');
  await expect(page.locator('[data-figure-state]')).toContainText(/1 of 2 sessions.*; @pydantic/);
  await expect(cell).toHaveText(dollars);
  await policies.getByRole('button', { name: 'Table' }).click();
  expect(await codex.innerText()).toBe(shown);
  await expectFits(page, [768]);
  await page.screenshot({ path: info.outputPath('kept-768.png'), fullPage: true });
  expect(errors).toEqual([]);
});
