import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { expectNoViolations } from '../support/expect-no-violations';
import { reading } from '../support/reading-log';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';

/** Rows that `highwater sweep` prints of a file. */
function sweepOf(file: string, ...args: readonly string[]): readonly Record<string, unknown>[] {
  const cli = ['--import', 'tsx', 'lib/host/cli/main.ts', 'sweep', file, '--ndjson', ...args];
  const { stdout } = spawnSync(process.execPath, cli, {
    ...{ encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 26 },
  });
  return jsonLines(stdout);
}

const cellName = (policy: unknown, window: unknown, cap: unknown): string =>
  [policy, window, cap].map(String).join(' ');

/** Regret and rework of rows, by policy, window and cap. */
const tokensByCell = (
  rows: readonly Record<string, unknown>[],
): Readonly<Record<string, readonly (number | null)[]>> =>
  Object.fromEntries(
    rows.map(({ policy, values, regretTokens, reworkTokens }) => {
      const { window, cap } = values as Readonly<Record<string, number>>;
      return [
        cellName(policy, window, cap),
        [regretTokens, reworkTokens] as readonly (number | null)[],
      ];
    }),
  );

const jsonLines = (text: string): readonly Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Keeps what is shown; its line in the list of kept sweeps. */
async function keptNow(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  const said = page.locator('[data-kept]');
  await expect(said).toContainText('with regret and rework');
  const number = /sweep (\d+)/.exec(await said.innerText())?.[1] ?? '';
  await page.getByRole('button', { name: /^Kept \d+$/ }).click();
  return page.getByRole('dialog', { name: 'Kept sweeps' }).locator(`[data-sweep="${number}"]`);
}

test('a kept sweep has the regret and rework of the page and of the command line', async ({
  page,
}, info) => {
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  const text = reading('reading');
  await tune.importText('reading.jsonl', text);
  await tune.open('?made=recorded&policy=contextguard-threshold&compared=codex&figure=rework');
  await tune.swept();
  const state = page.locator('[data-figure-state]');
  const colour = page.getByRole('combobox', { name: 'colour' });
  const cell = tune.cell(/^Context window 160,000, Correction cap 5×:/);
  await expect(state).toContainText('all 1 session');
  await expect(cell).toHaveAccessibleName(/, rework [\d,]+ tokens?$/);
  const rework = await cell.innerText();
  await colour.selectOption('regret');
  await expect(cell).toHaveAccessibleName(/, regret [\d,]+ tokens?$/);
  const regret = await cell.innerText();
  const named = await cell.getAttribute('aria-label');
  const policies = page.getByRole('region', { name: 'Policies by window', exact: true });
  await policies.getByRole('button', { name: 'Table' }).click();
  const shown = await policies.getByRole('row', { name: /^Codex/ }).innerText();

  const kept = await keptNow(page);
  await expect(kept).toContainText('settings, with regret and rework');
  await expect(kept).toContainText('done');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('link', { name: /as NDJSON$/ }).click(),
  ]);
  const rows = jsonLines(readFileSync(await file.path(), 'utf8'));

  // It opens with the numbers of the page that kept it.
  await kept.getByRole('link', { name: /^Open sweep \d+$/ }).click();
  await colour.selectOption('rework');
  await expect(state).toContainText('calls that the recording repeats');
  await expect(cell).toHaveText(rework);
  await colour.selectOption('regret');
  await expect(state).toContainText('Regret is no forecast.');
  await expect(state).not.toContainText('@pydantic');
  await expect(cell).toHaveText(regret);
  expect(await cell.getAttribute('aria-label')).toBe(named);
  await policies.getByRole('button', { name: 'Table' }).click();
  expect(await policies.getByRole('row', { name: /^Codex/ }).innerText()).toBe(shown);
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('kept.png'), fullPage: true });

  // Each row of the file is what the command line prints for the same setting.
  const trace = info.outputPath('reading.jsonl');
  writeFileSync(trace, text);
  const policy = ['--policy', 'contextguard-threshold', '--recall'];
  const vary = ['--vary', 'window=120000:200000:10000', '--vary', 'cap=1:8:0.5'];
  const limit = await page.locator('[data-kept-facts]').innerText();
  const under = /with limit ([\d,]+)/.exec(limit)?.[1]?.replaceAll(',', '');
  const asked = under === undefined ? [] : ['--limit', under];
  const printed = tokensByCell(sweepOf(trace, ...policy, ...vary, ...asked));
  const ofServer = tokensByCell(rows);
  const both = Object.keys(printed).filter((name) => name in ofServer);
  expect(both.length).toBeGreaterThan(10);
  for (const name of both) expect(ofServer[name]).toEqual(printed[name]);
  const [regretTokens] = printed[cellName('contextguard-threshold', 160_000, 5)] ?? [];
  expect(regretTokens).toBeGreaterThan(0);
  expect(named).toContain(`regret ${Number(regretTokens).toLocaleString('en-US')} tokens`);
  expect(errors).toEqual([]);
});

test('a kept sweep says why a session of numbers alone has no regret', async ({ page }) => {
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  await tune.importText('reading.jsonl', reading('reading'));
  await tune.importText('numbers.json', await numbersOnly(page));
  await tune.open('?made=recorded&policy=contextguard-threshold&figure=regret');
  await tune.swept();
  const state = page.locator('[data-figure-state]');
  const absent = '1 of 2 sessions, 1 not available: numbers alone, without the names in its texts';
  await expect(state).toContainText(absent);
  const kept = await keptNow(page);
  await expect(kept).toContainText('done');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('link', { name: /as NDJSON$/ }).click(),
  ]);
  const rows = jsonLines(readFileSync(await file.path(), 'utf8'));
  const told = new Set(
    rows.map((row) => `${String(row['session'])} ${typeof row['regretTokens']}`),
  );
  expect([...told].map((text) => text.split(' ')[1]).sort()).toEqual(['number', 'object']);
  await kept.getByRole('link', { name: /^Open sweep \d+$/ }).click();
  await page.getByRole('combobox', { name: 'colour' }).selectOption('regret');
  await expect(state).toContainText(absent);
  expect(errors).toEqual([]);
});

/** The first session of the library as its numbers alone. */
async function numbersOnly(page: Page): Promise<string> {
  const answer = await page.request.get('/api/sessions');
  const { sessions } = (await answer.json()) as { readonly sessions: readonly { id: string }[] };
  const [session] = sessions;
  const numbers = await page.request.get(`/api/sessions/${session?.id ?? ''}/export?form=numbers`);
  return numbers.text();
}
