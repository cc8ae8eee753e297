import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { expect, test } from '../support/test';
import { watchErrors } from '../support/watch-errors';

const INCIDENT = 'Sample: production incident';

test('samples: what they can tell, cell by cell, by keys too, down to the deciding step', async ({
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  await tune.loadSamples();
  await tune.open();
  await expect(page.getByRole('link', { name: 'Tune', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Tune the whole library' }).click();
  await expect(page).toHaveURL(/\/tune\?all=1&policy=contextguard-threshold$/);
  await tune.swept();
  await expect(tune.coverage).toHaveText('No session here is recorded.');
  await expect(tune.answer).toContainText(
    'This corpus cannot decide. All 3 sessions are generated',
  );

  await expect(tune.rows.getByRole('option')).toHaveCount(6);
  await expect(tune.rows).toContainText('limit 200,000 · 3 generated sessions');
  await expect(tune.today).toHaveText(
    /^Today: window 200,000, cap 5×\. Assumed, for nothing compacted by itself/,
  );

  // Today the incident overflows once; with cap 7.5 it does not.
  await expect(tune.cell(/^Context window 200,000, Correction cap 5×:/)).toHaveText('▲ 1');
  await expect(tune.cell(/^Context window 200,000, Correction cap 7×:/)).toHaveText('▲ 1');
  await expect(tune.cell(/^Context window 200,000, Correction cap 7\.5×:/)).toHaveText('7');
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
  await expectFits(page, [768]);
  await page.emulateMedia({ colorScheme: 'light' });
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
  await test.step('keys move through it, and its numbers are in tables', () => byKeys(tune));
  await test.step('another row is tuned alone, at its own limit', () => byRow(tune));
  expect(errors).toEqual([]);
});

async function byKeys(tune: TunePage): Promise<void> {
  const { page } = tune;
  await tune.grid.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/at=200000%2C8/);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/at=195000%2C8/);
  const active = await tune.grid.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveAccessibleName(
    /^Context window 195,000, Correction cap 8×/,
  );
  await page.keyboard.press('Enter');
  await expect(tune.sessions).toBeFocused();

  await page.getByRole('slider', { name: 'Try Correction cap' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/at=195000%2C8\.1/);

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
}

async function byRow(tune: TunePage): Promise<void> {
  const { page } = tune;
  await tune.tuneRow(/limit 1,000,000 · 1 generated session/);
  await expect(page).toHaveURL(/[?&]row=contextguard-threshold\.other\.1000000$/);
  await tune.swept();
  await expect(tune.answer).toContainText('Its only session is generated');
  await expect(tune.today).toContainText('window 1,000,000, cap 5×');
  await expect(page.locator('[data-replays]')).toContainText('× 1 session');
  await page.reload();
  await tune.swept();
  await expect(tune.rows).toHaveValue('contextguard-threshold.other.1000000');
}

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

test('recordings decide: said in order, with options and strips, and kept as a sweep', async ({
  page,
}) => {
  // Holds what several pages held.
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  for (const [id, peak] of [
    ['calm', 60_000],
    ['near', 150_000],
    ['full', 190_000],
  ] as const) {
    await tune.importText(`${id}.jsonl`, growing(id, peak).text());
  }
  await tune.open('?made=recorded&policy=contextguard-threshold&compared=codex');
  await tune.swept();
  await expect(tune.coverage).toHaveText(/^2 of 3 recorded sessions come near a threshold/);
  await expect(tune.answer.last()).toContainText(/^Keep .*window 200,000/);
  const answer = page.getByRole('region', { name: 'Recommendation' });
  await expect(answer).toContainText('Edges:');
  await expect(answer).toContainText(/hold-out:/i);
  // Settings beside each other, in the words of the command: tuned rows are compared in tune-worker.test.ts.
  await expect(answer.getByRole('columnheader').first()).toHaveText(/^today: .*window 200,000$/);

  // What the corpus can tell, the answer and its evidence are text, in this order.
  const said = await page.locator('main').innerText();
  const order = ['recorded sessions come near a threshold', 'Keep cap', 'Edges:', 'hold-out:'];
  const places = order.map((text) => said.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(-1);

  const options = page.getByRole('region', { name: 'Options', exact: true });
  await expect(options.locator('pre')).toContainText('contextguard.WithMaxTokens(200_000)');
  await options.getByRole('tab', { name: 'JSON' }).click();
  await expect(page).toHaveURL(/tab=JSON/);
  await expect(options.locator('pre')).toContainText('"policy": "contextguard-threshold"');

  const lines = await tune.downloadRows();
  expect(lines[0]).toContain(
    'session,name,agent,model,hash,generated,steps,policy,settings,cap,window,compactions',
  );
  const rows = await page.getByRole('group', { name: 'Download the results' }).innerText();
  expect(rows.replaceAll(',', '')).toContain(`Results: ${lines.length - 1} rows`);

  await test.step('a strip says the plateau that the keys are on', () => readStrip(page));
  await test.step('a sweep is kept, computed by the server, given as rows, and opened', () =>
    keepSweep(tune));
});

async function readStrip(page: Page): Promise<void> {
  const strip = page.getByRole('slider', {
    name: 'Outcomes of the corpus along Context window',
  });
  await strip.focus();
  const before = await strip.getAttribute('aria-valuetext');
  expect(before).toMatch(/^[\d,]+ – [\d,]+: /);
  await page.keyboard.press('End');
  await expect(strip).not.toHaveAttribute('aria-valuetext', before ?? '');
  await expect(page.locator('[data-read]')).toHaveText(
    (await strip.getAttribute('aria-valuetext')) ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(strip).toHaveAttribute('aria-valuetext', before ?? '');

  // The same as a table, and every drawing has one.
  await page.getByText('Table of the plateaus along the window').press('Enter');
  await expect(page.getByRole('columnheader', { name: 'all recorded sessions' })).toBeVisible();
}

async function keepSweep(tune: TunePage): Promise<void> {
  const { page } = tune;
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
    /^engine \d+ · computed \d{4}-\d\d-\d\d \d\d:\d\d UTC · 3 sessions × [\d,]+ settings .*done$/,
  );
  await expect(page.getByRole('region', { name: 'Kept sweep' })).toContainText('kept, immutable');
  await expect(tune.answer.last()).toContainText(/^Keep .*window 200,000/);
  await expect(page.locator('[data-not-kept]')).toContainText('do not hold what each step decided');
  await tune.cell(/^Context window 150,000, Correction cap 5×:/).click();
  await expect(page).toHaveURL(/at=150000%2C5/);
  await expect(tune.sessions.getByRole('link').first()).toHaveAttribute('href', /window=150000/);
  await expectNoViolations(page);
  await page.reload();
  await expect(tune.answer.last()).toContainText(/^Keep /);

  const sweeps = (await (await page.request.get('/api/sweeps')).json()) as {
    sweeps: { id: string }[];
  };
  const [{ id }] = sweeps.sweeps as [{ id: string }];
  await page.request.delete(`/api/sweeps/${id}`);
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    `There is no kept sweep ${id} in this library.`,
  );
}

test('what an address says wrongly is named, and the page does not break', async ({ page }) => {
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await tune.open('?agent=Nobody&policy=nobody&x=bad&miss=2');
  await expect(page.getByRole('status').first()).toContainText('x=bad was left out');
  await expect(
    page.getByText('policy=nobody was left out: no policy has this name.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No session is in this corpus' })).toBeVisible();
  expect(errors).toEqual([]);

  // A corpus that is not there, and nothing is computed.
  await tune.open('?corpus=zzzzzzzz');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('There is no corpus zzzzzzzz in this library.');
  await expect(alert).toContainText('Nothing was computed.');
  await expect(page.getByRole('button', { name: 'Tune the whole library' })).toBeVisible();
  await expect(page.locator('[data-replays]')).toHaveCount(0);
});
