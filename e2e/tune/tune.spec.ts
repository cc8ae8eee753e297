import { readFileSync } from 'node:fs';
import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';
import { ClaudeCodeLog } from '../support/claude-code-log';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { expect, test } from '../support/test';
import { watchErrors } from '../support/watch-errors';

const INCIDENT = 'Sample: production incident';

test('samples: what they can tell, cell by cell, down to the deciding step', async ({ page }) => {
  test.slow();
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  await tune.loadSamples();
  await tune.open();
  await expect(page.getByRole('link', { name: 'Tune', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectFits(page, [1440]);
  await page.getByRole('button', { name: 'Tune the whole library' }).click();
  await expect(page).toHaveURL(/\/tune\?all=1&policy=contextguard-threshold$/);
  await tune.swept();
  await expect(tune.coverage).toHaveText(/^0 of 0 recorded sessions come near a threshold/);
  await expect(tune.answer).toContainText(
    'This corpus cannot decide. All 8 sessions are generated',
  );

  // Today the incident overflows once; with cap 7.5 it does not.
  await expect(tune.cell(/^Context window 200,000, Correction cap 5×:/)).toHaveText('▲ 1');
  await expect(tune.cell(/^Context window 200,000, Correction cap 7×:/)).toHaveText('▲ 1');
  await expect(tune.cell(/^Context window 200,000, Correction cap 7\.5×:/)).toHaveText('25');
  await expect(tune.cell(/^Context window 205,000, Correction cap 5×:/)).toHaveAccessibleName(
    /above the limit$/,
  );

  await tune.cell(/^Context window 200,000, Correction cap 7\.5×:/).click();
  await expect(page).toHaveURL(/at=200000%2C7\.5/);
  await expect(tune.drag).toContainText(
    /^cap 7\.5× would have saved the generated Sample: production incident.*, with nothing to spare/,
  );
  await expect(tune.drag).toContainText('without this session: keep cap 5×.');
  const row = tune.sessions.getByRole('row', { name: INCIDENT });
  await expect(row).toContainText('▲ 1 at 143');
  await expect(row).toContainText('+ saved');
  await expect(row).toContainText('does not decide');
  await page.getByRole('button', { name: 'More' }).click();
  await expectFits(page, [1440, 768]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const link = row.getByRole('link');
  await expect(link).toHaveAttribute('href', /step=143/);
  await link.click();
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+\?.*cap=7\.5/);
  await expect(page.getByRole('region', { name: /Ledger/ })).toContainText('143');
  // Back leads to the same view.
  await page.goBack();
  await expect(page).toHaveURL(/at=200000%2C7\.5/);
  await tune.swept();
  expect(errors).toEqual([]);
});

/** A recording that grows to so many tokens, in equal parts. */
function growing(id: string, peak: number): ClaudeCodeLog {
  const log = new ClaudeCodeLog(id);
  const steps = 20;
  for (let step = 1; step <= steps; step++) {
    log.user('word '.repeat(peak / steps / 5));
    log.answer(Math.round((peak * step) / steps), 'Done.');
  }
  return log;
}

test('recordings decide: keep, edges, options, expectations', async ({ page }) => {
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  for (const [id, peak] of [
    ['calm', 60_000],
    ['near', 150_000],
    ['full', 190_000],
  ] as const) {
    await tune.importText(`${id}.jsonl`, growing(id, peak).text());
  }
  await tune.open('?made=recorded&policy=contextguard-threshold');
  await tune.swept();
  await expect(tune.coverage).toHaveText(/^2 of 3 recorded sessions come near a threshold/);
  await expect(tune.answer.last()).toContainText(/^Keep .*window 200,000/);
  await expect(page.getByRole('region', { name: 'Recommendation' })).toContainText('Edges:');

  const options = page.getByRole('region', { name: 'Options', exact: true });
  await expect(options.locator('pre')).toContainText('contextguard.WithMaxTokens(200_000)');
  await options.getByRole('tab', { name: 'JSON' }).click();
  await expect(page).toHaveURL(/tab=JSON/);
  await expect(options.locator('pre')).toContainText('"policy": "contextguard-threshold"');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Record expectation' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('highwater.yaml');
  const yaml = readFileSync(await download.path(), 'utf8');
  expect(yaml).toContain('expect: never overflows');
  expect(yaml).toContain('window: 200000');

  const lines = await tune.downloadRows();
  expect(lines[0]).toContain('session,id,generated,steps,policy,cap,window,compactions');
  const rows = await page.getByRole('group', { name: 'Download the results' }).innerText();
  expect(rows.replaceAll(',', '')).toContain(`Results: ${lines.length - 1} rows`);
});

test('is moved through by keys, and its numbers are in tables', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const tune = new TunePage(page);
  await tune.loadSamples();
  await tune.open('?made=generated&at=200000%2C5');
  await tune.swept();
  await tune.grid.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/at=200000%2C5\.5/);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/at=195000%2C5\.5/);
  const active = await tune.grid.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveAccessibleName(
    /^Context window 195,000, Correction cap 5\.5×/,
  );
  await page.keyboard.press('Enter');
  await expect(tune.sessions).toBeFocused();

  await page.getByRole('slider', { name: 'Try Correction cap' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/at=195000%2C5\.6/);

  const map = page.getByRole('region', { name: 'Heat map', exact: true });
  await map.getByRole('button', { name: 'Table' }).click();
  const table = map.getByRole('table');
  await expect(table.getByRole('row', { name: /^5×/ })).toContainText('▲ 1');
  for (const name of ['Policies by window', 'Pareto front']) {
    const section = page.getByRole('region', { name, exact: true });
    await section.getByRole('button', { name: 'Table' }).click();
    await expect(section.getByRole('table')).toBeVisible();
  }

  // The range of a setting is dragged by keys, and a setting is fixed.
  await map.getByRole('button', { name: 'Map' }).click();
  await page.getByRole('slider', { name: 'Correction cap, range, to' }).focus();
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/y=cap%3A1-9%2F/);
  await tune.swept();
  await expect(tune.grid).toHaveAttribute('aria-rowcount', '17');

  await page.getByRole('textbox', { name: 'Default factor' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/set=factor%3A2/);
  await tune.swept();
  await page.getByRole('combobox', { name: 'Policy', exact: true }).selectOption('codex');
  await expect(page).toHaveURL(/policy=codex/);
  await tune.swept();
});

test('keeps a sweep, which the server computes and gives as rows', async ({ page }) => {
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  await tune.importText('near.jsonl', growing('kept', 150_000).text());
  await tune.open('?made=recorded&policy=contextguard-threshold&compared=codex');
  await tune.swept();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.locator('[data-kept]')).toHaveText(/^Kept as sweep \d+/);
  await page.getByRole('button', { name: /^Kept \d+$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Kept sweeps' });
  const kept = dialog.locator('[data-sweep]').first();
  await expect(kept).toContainText('done');
  await expectNoViolations(page, '[role=dialog]');
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('link', { name: /as CSV$/ }).click(),
  ]);
  const lines = readFileSync(await csv.path(), 'utf8')
    .trim()
    .split('\r\n');
  const standing = await kept.innerText();
  expect(standing.replaceAll(',', '')).toContain(
    `${lines.length - 1} of ${lines.length - 1} replays`,
  );

  // It opens as a view: the same answer, from what is stored, and what is not stored is said.
  await kept.getByRole('link', { name: /^Open sweep \d+$/ }).click();
  await expect(page).toHaveURL(/sweep=[0-9a-z]+/);
  await expect(page.locator('[data-kept-facts]')).toContainText(
    /^engine \d+ · computed \d{4}-\d\d-\d\d \d\d:\d\d UTC · 1 session × [\d,]+ settings .*done$/,
  );
  await expect(page.getByRole('region', { name: 'Kept sweep' })).toContainText('kept, immutable');
  await expect(tune.answer).toContainText(/^Keep .*window 200,000/);
  await expect(page.locator('[data-not-kept]')).toContainText('do not hold what each step decided');
  await tune.cell(/^Context window 150,000, Correction cap 5×:/).click();
  await expect(page).toHaveURL(/at=150000%2C5/);
  await expect(tune.sessions.getByRole('link')).toHaveAttribute('href', /window=150000/);
  await expectNoViolations(page);
  await page.reload();
  await expect(tune.answer).toContainText(/^Keep /);

  const sweeps = (await (await page.request.get('/api/sweeps')).json()) as {
    sweeps: { id: string }[];
  };
  const [{ id }] = sweeps.sweeps as [{ id: string }];
  await page.request.delete(`/api/sweeps/${id}`);
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    `There is no kept sweep ${id} in this library.`,
  );
});

test('says what it leaves out of a link, and when nothing is there', async ({ page }) => {
  const tune = new TunePage(page);
  await tune.open('?agent=Nobody&policy=nobody&miss=0.3');
  await expect(
    page.getByText('policy=nobody was left out: no policy has this name.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No session is in this corpus' })).toBeVisible();
});
