import { expect, test } from '../support/test';
import { expectNoViolations } from '../support/expect-no-violations';
import { reading } from '../support/reading-log';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { TunePage } from '../pages/tune-page';

test('colours settings by regret and rework, and says that both are hindsight', async ({
  page,
}, info) => {
  const errors = watchErrors(page);
  const tune = new TunePage(page);
  await new LibraryPage(page).empty();
  await tune.importText('reading.jsonl', reading('reading'));
  await tune.open('?made=recorded&policy=contextguard-threshold');
  await tune.swept();
  const state = page.locator('[data-figure-state]');
  const colour = page.getByRole('combobox', { name: 'colour' });
  await colour.selectOption('regret');
  await expect(page).toHaveURL(/figure=regret/);
  await expect(state).toContainText('tokens that compactions cover');
  await expect(state).toContainText('Regret is no forecast.');
  const cell = tune.cell(/^Context window 160,000, Correction cap 5×:/);
  await expect(cell).toHaveAccessibleName(/, regret [\d,]+ tokens?$/);
  await expect(page.getByText('regret, with hindsight')).toBeVisible();
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('regret.png') });
  await colour.selectOption('rework');
  await expect(state).toContainText('calls that the recording repeats');
  await expect(cell).toHaveAccessibleName(/, rework [\d,]+ tokens?$/);
  expect(errors).toEqual([]);
});

test('a comparison tells the regret of its lanes as the API does', async ({ page, request }) => {
  const errors = watchErrors(page);
  await new LibraryPage(page).empty();
  await new TunePage(page).importText('reading.jsonl', reading('reading'));
  const stored = (await (await request.get('/api/sessions')).json()) as {
    readonly sessions: readonly { readonly id: string }[];
  };
  const id = stored.sessions[0]?.id ?? '';
  const lanes = [`${id}:own`, `${id}:contextguard-threshold:window=100000`];
  const answer = await request.post('/api/compare', { data: { lanes } });
  const { metrics } = (await answer.json()) as {
    readonly metrics: readonly {
      readonly id: string;
      readonly values: readonly ({ readonly value: number } | null)[];
    }[];
  };
  const regret = metrics.find((metric) => metric.id === 'regret')?.values[1]?.value ?? 0;
  expect(regret).toBeGreaterThan(0);
  await page.goto(`/compare?${lanes.map((lane) => `lane=${lane}`).join('&')}`);
  const row = page.getByRole('region', { name: 'Metrics of the lanes' });
  await expect(row.locator('[data-metric="regret"]')).toContainText(regret.toLocaleString('en-US'));
  expect(errors).toEqual([]);
});
