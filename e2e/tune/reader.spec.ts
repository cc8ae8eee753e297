import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';
import { ClaudeCodeLog } from '../support/claude-code-log';
import { expect, test } from '../support/test';
import { watchErrors } from '../support/watch-errors';

function near(): string {
  const log = new ClaudeCodeLog('near');
  for (let step = 1; step <= 19; step++) {
    log.user('word '.repeat(2_000)).answer(step * 10_000, 'Done.');
  }
  return log.text();
}

test('which settings to ship, as a screen reader says it, by keys alone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  await tune.importText('near.jsonl', near());
  await tune.open('?made=recorded&policy=contextguard-threshold');
  await tune.swept();

  // What the corpus can tell, the answer and its evidence are text, in this order.
  const said = await page.locator('main').innerText();
  const order = ['recorded session comes near a threshold', 'Keep cap', 'Edges:', 'hold-out:'];
  const places = order.map((text) => said.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(-1);
  const answer = page.getByRole('region', { name: 'Recommendation' });
  await expect(answer).toContainText('Edges:');
  await expect(answer).toContainText(/hold-out:/i);

  // The heat map is one stop; its present cell has a name in words.
  await tune.grid.focus();
  await page.keyboard.press('ArrowLeft');
  const active = await tune.grid.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveAccessibleName(
    /^Context window [\d,]+, Correction cap 5×: \d+ compactions?/,
  );

  // A strip says the plateau that the keys are on.
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
  for (const name of ['Policies by window', 'Pareto front']) {
    await expect(
      page.getByRole('region', { name }).getByRole('button', { name: 'Table' }),
    ).toBeVisible();
  }
});

test('what an address says wrongly is named, and the page does not break', async ({ page }) => {
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await tune.open('?all=1&x=bad&miss=2');
  await expect(page.getByRole('status').first()).toContainText('x=bad was left out');
  expect(errors).toEqual([]);
});

test('a corpus that is not there is named, and nothing is computed', async ({ page }) => {
  const tune = new TunePage(page);
  for (const id of ['zzz', 'zzzzzzzz']) {
    await tune.open(`?corpus=${id}`);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText(`There is no corpus ${id} in this library.`);
    await expect(alert).toContainText('Nothing was computed.');
    await expect(page.getByRole('button', { name: 'Tune the whole library' })).toBeVisible();
    await expect(page.locator('[data-replays]')).toHaveCount(0);
  }
});
