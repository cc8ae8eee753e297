import { expect, test } from './support/test';
import { SeedsPage } from './pages/seeds-page';
import { expectFits } from './support/expect-no-violations';

test('shows the tables of the seeds with the documents’ figures', async ({ page }) => {
  test.slow();
  const model = new SeedsPage(page);
  await model.open();
  await expect(page).toHaveTitle('Seeds · Highwater');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link')).toHaveText([
    'Buffer and threshold',
    'The formula',
    'The flow',
    'The timing gap, proved twice',
    'The recent tail',
    'The production incident',
    'The watermark bug',
    'Sessions without usage',
    'Summary caps',
    'Safeguards',
    'What the tests observed',
    'Goat',
    'Versions',
    'Where documents and code differ',
  ]);

  const same = '= as the document: ';
  const other = '≠ unlike the document: ';
  await expect
    .poll(() => model.row('Buffer and threshold by window', '200,000'))
    .toEqual([
      `20,000 ${same}20k`,
      `180,000 ${same}180k`,
      '10 %',
      `40,000 ${same}40k`,
      `160,000 ${same}160k`,
      '+20,000',
    ]);
  await expect
    .poll(() =>
      model.row('Kube conversations across context sizes, by both versions', 'kube-3r / 8k'),
    )
    .toEqual([
      '24,126',
      `16,110 ${other}8,068`,
      '17',
      `no ${same}NO`,
      `8,068 ${same}8,068`,
      '9',
      `no ${same}NO`,
    ]);
  await expect
    .poll(() => model.row('Step by step, before and after the fix', 'turn 2'))
    .toEqual(['5', '92,560', `231,400 ${same}231400`, `8,798 ${same}8798`, '9,283', '23,207', '–']);
  await expect.poll(() => model.row('Summary cap by window', '4,000')).toContain(`400 ${same}400`);
  // The last two are sent after the page around them.
  await expect
    .poll(() => model.row('Every version over the 92 sessions of the two test matrices', 'v0.9.0'))
    .toEqual(['4,344', '352', '49', `▲ 67 ${same}67`, `▲ 10 ${same}10`]);
  await expect
    .poll(async () => (await model.row('Where documents and code differ', '13'))[2])
    .toBe(`▲ 335 ${same}335`);
  await expect(model.table('Where documents and code differ').getByRole('rowheader')).toHaveText(
    Array.from({ length: 16 }, (_, i) => String(i + 1)),
  );
  const ablation = 'Each safeguard switched off, over every scenario';
  await expect
    .poll(() => model.row(ablation, 'Correction capped at 5×'))
    .toEqual(['0', '0', '0', '0', '0', 'none']);
  await expect
    .poll(() => model.row('Where Goat’s document and code differ', '5'))
    .toEqual(expect.arrayContaining(['0', '▲ 7']));
  await expectFits(page, [1440, 768]);
});

test('a typed window has its buffer, and the address keeps it', async ({ page }) => {
  const model = new SeedsPage(page);
  await model.open();
  const any = page.getByRole('region', { name: 'Any window' });
  await expect(any.getByRole('definition')).toHaveText([
    '30,000',
    '120,000',
    '20 %',
    '30,000',
    '120,000',
    '0',
  ]);
  await model.type('Any window', '200k');
  await expect(any.getByRole('definition')).toHaveText([
    '20,000',
    '180,000',
    '10 %',
    '40,000',
    '160,000',
    '+20,000',
  ]);
  await expect(page).toHaveURL(/\/seeds\?buffer=200000$/);
  await page.reload();
  await expect(model.operand('Any window')).toHaveValue('200,000');
});

test('an edited operand changes the decision, and a link brings it back', async ({ page }) => {
  const model = new SeedsPage(page);
  await model.open();
  await expect(model.verdict).toContainText('Compaction fires: 180,018 ≥ 180,000');
  await expect.poll(() => model.turnsAt('Current heuristic')).toBe('≤ 89,999');

  await model.type('Current heuristic', '89,999');
  await expect(model.verdict).toContainText('Compaction does not fire: 179,998 < 180,000');
  await expect(page).toHaveURL(/\?heuristic=89999$/);
  await expect(model.workedOut).toContainText(['= trunc(89,999 × 2)']);
  await expect.poll(() => model.turnsAt('Current heuristic')).toBe('≥ 90,000');

  await page.getByRole('button', { name: 'Production incident' }).click();
  await expect(model.verdict).toContainText('Compaction does not fire: 150,000 < 180,000');
  await expect(model.verdict).toContainText('The last real decides');
  await expect.poll(() => model.turnsAt('Cap')).toBe('≥ 7.5×');
  await expect.poll(() => model.turnsAt('Window')).toBe('≤ 187,500 ← smallest change');

  await model.type('Cap', '7.5');
  await expect(model.verdict).toContainText('Compaction fires: 180,000 ≥ 180,000');
  await expect(page).toHaveURL(/[?&]cap=7\.5(&|$)/);
  const address = page.url();
  await model.reload();
  await expect(model.operand('Cap')).toHaveValue('7.5×');
  await expect(model.verdict).toContainText('Compaction fires: 180,000 ≥ 180,000');
  await expect.poll(() => page.url()).toBe(address);

  await page.getByRole('button', { name: 'Timing gap' }).click();
  await expect(page).toHaveURL(/\/seeds$/);
});

test('an operand out of its range is not taken', async ({ page }) => {
  const model = new SeedsPage(page);
  await model.open('?cap=-1&heuristic=x');
  await expect(model.operand('Cap')).toHaveValue('5×');
  await expect(model.operand('Current heuristic')).toHaveValue('90,009');
  await model.operand('Cap').fill('2000');
  await model.operand('Cap').press('Enter');
  await expect(model.operand('Cap')).toHaveAttribute('aria-invalid', 'true');
  await expect(model.verdict).toContainText('180,018 ≥ 180,000');
});

test('a version that opens adds a session, and the page says so before', async ({ page }) => {
  const model = new SeedsPage(page);
  await model.open();
  const words = 'it is added to the library as a generated session';
  const versions = page.getByRole('group', { name: 'Open on the workbench' });
  await expect(versions.getByText(words)).toBeVisible();
  await expect(versions.getByRole('button')).toHaveCount(10);
  const version = versions.getByRole('button', { name: 'v0.9.0' });
  await expect(version).toHaveAccessibleDescription(new RegExp(words));
  await version.click();
  await expect(page).toHaveURL(/\/sessions\/[^/?]+\?(.*&)?boundary=/);
  await expect.poll(() => new URL(page.url()).searchParams.get('boundary')).toBe('>');
  await expect.poll(() => new URL(page.url()).searchParams.get('factor')).toBe('2');
});

test('an old link leads to the page with its query, and a passage can be read', async ({
  page,
}) => {
  await page.goto('/model?cap=7.5');
  await expect(page).toHaveURL(/\/seeds\?cap=7\.5$/);
  const table = page.getByRole('group', {
    name: 'Sizes right after a compaction, over the matrix of 26 sessions',
  });
  const passage = page.getByText('Post-compaction token count is always low');
  await expect(passage).toBeHidden();
  await page.locator('#observations-sizes').getByText('The passages in the document').click();
  await expect(passage).toBeVisible();
  await expect(table).toBeVisible();
});
