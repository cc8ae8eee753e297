import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';
import { expect, test } from '../support/test';

/** A recording that grows to so many tokens, in equal parts. */
function growing(id: string, peak: number): string {
  const log = new ClaudeCodeLog(id);
  const steps = 20;
  for (let step = 1; step <= steps; step++) {
    log.user('word '.repeat(peak / steps / 5));
    log.answer(Math.round((peak * step) / steps), 'Done.');
  }
  return log.text();
}

test('three settings are a sample: its points, its table, its answer, its rows', async ({
  page,
}) => {
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  for (const [id, peak] of [
    ['near', 150_000],
    ['full', 190_000],
  ] as const) {
    await tune.importText(`${id}.jsonl`, growing(id, peak));
  }
  await tune.open('?made=recorded&policy=contextguard-threshold');
  await tune.swept();
  await page
    .getByRole('combobox', { name: 'Vary another setting' })
    .selectOption({ label: 'Default factor' });
  await expect(page).toHaveURL(/vary=factor%3A/);

  // The cost is said before, and the points and the seed are the user's.
  const said = page.locator('[data-replays]');
  await expect(said).toContainText(
    /200 points and \d+ settings along each axis and \d+ to compare × 2 sessions/,
  );
  await expect(said).toContainText('at most as many again');
  await page.getByRole('textbox', { name: 'Points of the sample' }).fill('60');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Seed of the sample' }).fill('7');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sample=60%2F7/);
  await tune.swept();
  await expect(said).toContainText('60 points');

  // The map shows two of the three; which two is chosen.
  const section = page.getByRole('region', { name: 'Sampled settings', exact: true });
  const map = section.getByRole('listbox', { name: /^Sampled settings: Context window by Corr/ });
  await expect(map).toBeVisible();
  await page
    .getByRole('combobox', { name: 'Setting up the map' })
    .selectOption({ label: 'Factor' });
  await expect(page).toHaveURL(/drawn=window%2Cfactor/);
  const drawn = section.getByRole('listbox', {
    name: 'Sampled settings: Context window by Default factor',
  });
  await expect(drawn).toBeVisible();
  await expectNoViolations(page);

  // Keys move through the points; the selected one is tried, all its settings are in the link.
  await drawn.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/at=\d+%2C[\d.]+%2C[\d.]+/);
  const active = await drawn.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveAccessibleName(
    /^Context window [\d,]+, Correction cap [\d.]+×, Default factor [\d.]+×: /,
  );
  await expect(section.locator('[data-selected]')).toHaveText(
    (await page.locator(`[id="${active}"]`).getAttribute('aria-label')) ?? '',
  );
  await page.keyboard.press('Enter');
  await expect(tune.sessions).toBeFocused();

  // The table has a row for each point and a column for each setting.
  await section.getByRole('button', { name: 'Table' }).click();
  const table = section.getByRole('table');
  const heading = await section.getByRole('heading').innerText();
  const points = Number(heading.split(' ')[0]?.replaceAll(',', ''));
  await expect(table).toHaveAttribute('aria-rowcount', `${points + 1}`);
  for (const name of ['Window', 'Cap', 'Factor']) {
    const head = table.getByRole('columnheader', { name, exact: true });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
  }
  await table.getByRole('columnheader', { name: 'Factor' }).getByRole('button').click();
  await expect(table.getByRole('row').nth(1)).toContainText('5×');
  await expectNoViolations(page);

  // Recommendation, front and rows are of the sample.
  await expect(tune.answer.last()).toContainText(/^(Keep|Set|Patch to) .*factor/);
  const front = page.getByRole('region', { name: 'Pareto front', exact: true });
  await front.getByRole('button', { name: 'Table' }).click();
  await expect(front.getByRole('row').nth(1)).toContainText('Default factor');
  const lines = await tune.downloadRows();
  expect(lines[0]).toContain('cap,window,factor,compactions');
  const own = lines.filter((line) =>
    /,contextguard-threshold,.*\}"?,[\d.]+,\d+,[\d.]+,/.test(line),
  );
  expect(own).toHaveLength(2 * points);

  // It is kept, and the server computes the same sample.
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.locator('[data-kept]')).toHaveText(/^Kept as sweep \d+/);
  await page.getByRole('button', { name: /^Kept \d+$/ }).click();
  const kept = page.getByRole('dialog', { name: 'Kept sweeps' }).locator('[data-sweep]').first();
  await expect(kept).toContainText('done');
  await expect(kept).toContainText(`2 sessions × ${(lines.length - 1) / 2} settings`);
  await kept.getByRole('button', { name: /^Delete sweep/ }).click();
  await page.keyboard.press('Escape');

  // One setting less, and the grid is back.
  await page.getByRole('button', { name: 'Vary Default factor no more' }).click();
  await expect(tune.grid).toBeVisible();
});
