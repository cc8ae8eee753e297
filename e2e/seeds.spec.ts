import { expect, test } from './support/test';
import { SeedsPage } from './pages/seeds-page';
import { expectFits } from './support/expect-no-violations';

// The figures of every table, each beside its document's: lib/answers/report/seeds/*.test.ts, components/seeds/figure-table.test.tsx.
test('an old link leads to the seeds: their tables, a window and a formula that are typed, in the address', async ({
  page,
}) => {
  test.slow();
  const model = new SeedsPage(page);
  await model.open('?cap=-1&heuristic=x', '/model');
  await expect(page).toHaveURL(/\/seeds\?cap=-1&heuristic=x$/);
  await expect(page).toHaveTitle('Seeds · Highwater');
  await expect(page.getByRole('navigation', { name: 'Contents' }).getByRole('link')).toContainText([
    'Buffer and threshold',
    'Goat',
    'Versions',
    'Where documents and code differ',
  ]);
  // These are sent after the page around them.
  await expect
    .poll(() => model.row('Every version over the 92 sessions of the two test matrices', 'v0.9.0'))
    .toEqual(['4,344', '352', '49', '▲ 67 = as the document: 67', '▲ 10 = as the document: 10']);
  await expect
    .poll(async () => (await model.row('Where documents and code differ', '13'))[2])
    .toBe('▲ 335 = as the document: 335');
  await expect
    .poll(() =>
      model.row('Each safeguard switched off, over every scenario', 'Correction capped at 5×'),
    )
    .toEqual(['0', '0', '0', '0', '0', 'none']);
  await expect
    .poll(() => model.row('Where Goat’s document and code differ', '5'))
    .toEqual(expect.arrayContaining(['0', '▲ 7']));
  const passage = page.getByText('Post-compaction token count is always low');
  await expect(passage).toBeHidden();
  await page.locator('#observations-sizes').getByText('The passages in the document').click();
  await expect(passage).toBeVisible();
  await expectFits(page, [1440, 768]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // An operand out of its range is not taken, from the address or from the keys.
  await expect(model.operand('Cap')).toHaveValue('5×');
  await expect(model.operand('Current heuristic')).toHaveValue('90,009');
  await model.operand('Cap').fill('2000');
  await model.operand('Cap').press('Enter');
  await expect(model.operand('Cap')).toHaveAttribute('aria-invalid', 'true');
  await expect(model.verdict).toContainText('Compaction fires: 180,018 ≥ 180,000');
  await expect.poll(() => model.turnsAt('Current heuristic')).toBe('≤ 89,999');

  await model.type('Current heuristic', '89,999');
  await expect(model.verdict).toContainText('Compaction does not fire: 179,998 < 180,000');
  await expect(page).toHaveURL(/[?&]heuristic=89999$/);
  await expect(model.workedOut).toContainText(['= trunc(89,999 × 2)']);

  await page.getByRole('button', { name: 'Production incident' }).click();
  await expect(model.verdict).toContainText('The last real decides');
  await expect.poll(() => model.turnsAt('Window')).toBe('≤ 187,500 ← smallest change');
  await model.type('Cap', '7.5');
  await expect(model.verdict).toContainText('Compaction fires: 180,000 ≥ 180,000');

  const any = page.getByRole('region', { name: 'Any window' });
  await model.type('Any window', '200k');
  const typed = ['20,000', '180,000', '10 %', '40,000', '160,000', '+20,000'];
  await expect(any.getByRole('definition')).toHaveText(typed);
  await expect(page).toHaveURL(/[?&]buffer=200000(&|$)/);
  await expect(page).toHaveURL(/[?&]cap=7\.5(&|$)/);
  const address = page.url();
  await model.reload();
  await expect(model.operand('Any window')).toHaveValue('200,000');
  await expect(model.operand('Cap')).toHaveValue('7.5×');
  await expect(model.verdict).toContainText('Compaction fires: 180,000 ≥ 180,000');
  await expect.poll(() => page.url()).toBe(address);

  // A version that opens adds a session, and the page says so before.
  const words = 'it is added to the library as a generated session';
  const versions = page.getByRole('group', { name: 'Open on the workbench' });
  await expect(versions.getByText(words)).toBeVisible();
  await expect(versions.getByRole('button')).toHaveCount(10);
  const version = versions.getByRole('button', { name: 'v0.9.0' });
  await expect(version).toHaveAccessibleDescription(new RegExp(words));
  await version.click();
  await expect(page).toHaveURL(/\/sessions\/[^/?]+\?(.*&)?boundary=/);
  expect(new URL(page.url()).searchParams.get('boundary')).toBe('>');
  expect(new URL(page.url()).searchParams.get('factor')).toBe('2');
});
