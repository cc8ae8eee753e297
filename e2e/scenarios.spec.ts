import { expect, test } from './support/test';
import { ScenariosPage } from './pages/scenarios-page';
import { WorkbenchPage } from './pages/workbench-page';
import { expectFits } from './support/expect-no-violations';

test('shows every scenario with the outcome the reference has on it, and filters them', async ({
  page,
}) => {
  const gallery = new ScenariosPage(page);
  await gallery.open();
  await expect(gallery.shown).toHaveText('150 scenarios');
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'outcome')).toHaveText('loop');
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'compactions')).toHaveText('40');
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'expected')).toHaveText('✓ matches');
  await expect(gallery.cell('200k_NormalConversation', 'outcome')).toHaveText('never fires');
  await expect(gallery.cell('SummarizerAlwaysFails', 'overflow')).toHaveText('16');
  await expect(gallery.table.getByText('✓ matches')).toHaveCount(150);
  // Three marks in the row's chart, one for each compaction.
  await expect(
    gallery.row('200k_RepeatedCompactions').locator('[data-part="compacted"]'),
  ).toHaveAttribute('d', /^(M[^M]+){3}$/);

  // Filters, in the address.
  await gallery.choice('Window').selectOption('8k');
  await gallery.choice('Outcome').selectOption('loop');
  await expect
    .poll(() => gallery.names())
    .toEqual([
      '8k_HeavyToolDefinitions',
      'CompactionNoInfiniteLoop',
      '8k_SystemPromptLargerThanWindow',
      'kube-3rounds / 8k ctx',
      'kube-3rounds / 8k ctx / attempts=1',
      'kube-3rounds / 8k ctx / attempts=3',
      'kube-3rounds / 8k ctx / attempts=10',
      'kube-3rounds / 8k ctx / attempts=20',
      'kube-5rounds / 8k ctx',
      'kube-10rounds / 8k ctx',
      'kube-20rounds / 8k ctx',
      'SystemPromptAboveThreshold_3Attempts',
      'SystemPromptAboveThreshold_5Attempts',
      'UserMessageLooksLikeSummary',
    ]);
  await expect(page).toHaveURL(/\?window=8k&outcome=loop$/);
  await gallery.search.fill('mcp_tool');
  await expect.poll(() => gallery.names()).toEqual(['8k_HeavyToolDefinitions']);
  await page.reload();
  await expect.poll(() => gallery.names()).toEqual(['8k_HeavyToolDefinitions']);
  await expect(gallery.shown).toHaveText('1 of 150 scenarios');
  await gallery.search.fill('no such tool');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(gallery.shown).toHaveText('150 scenarios');

  // From here to every page, the present one marked.
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link')).toHaveText([
    'Library',
    'Watched',
    'Scenarios',
    'Builder',
    'Matrix',
    'Compare',
    'Tune',
    'Runs',
    'Seeds',
    'Systems',
    'Method',
  ]);
  await expect(pages.locator('[aria-current="page"]')).toHaveText('Scenarios');
  await pages.getByRole('link', { name: 'Matrix' }).click();
  await expect(page).toHaveURL(/\/scenarios\/matrix$/);
  await expect(pages.locator('[aria-current="page"]')).toHaveText('Matrix');
  await pages.getByRole('link', { name: 'Library' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(pages.locator('[aria-current="page"]')).toHaveText('Library');
});

test('sorts, and computes everything anew under another policy', async ({ page }) => {
  const gallery = new ScenariosPage(page);
  await gallery.open('?window=8k&source=stress');
  await page.getByRole('button', { name: 'comp.' }).click();
  await expect(page).toHaveURL(/sort=-compactions/);
  await expect.poll(async () => (await gallery.names())[0]).toBe('8k_HeavyToolDefinitions');
  await gallery.choice('Policy').selectOption({ label: 'No compaction' });
  await gallery.computed();
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'outcome')).toHaveText('overflow');
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'overflow')).toHaveText('35');
  // What is expected is expected of the reference only.
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'expected')).toHaveText('–');
  await page.reload();
  await gallery.computed();
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'overflow')).toHaveText('35');
});

test('shows the known limitation, and where documents differ from the vectors', async ({
  page,
}) => {
  const gallery = new ScenariosPage(page);
  await gallery.open('?note=limitation');
  await expect.poll(() => gallery.names()).toEqual(['8k_NoUsageMetadata_BeyondDefault']);
  const limited = gallery.row('8k_NoUsageMetadata_BeyondDefault');
  await expect(limited).toContainText('known limitation');
  await expect(gallery.table).toContainText('the policy cannot learn the real ratio');

  await gallery.open('?note=differs');
  await expect(gallery.shown).toHaveText('15 of 150 scenarios');
  const late = gallery.row('200k_LateUsageMetadata, part 2 of 2');
  await late.getByRole('button', { name: 'document differs' }).click();
  await expect(gallery.table).toContainText('the vectors have two sessions that share nothing');
});

test('says what a test validates, and whether it does', async ({ page }) => {
  const gallery = new ScenariosPage(page);
  await gallery.open('?q=unnecessary');
  await expect.poll(() => gallery.names()).toEqual(['200k_NormalConversation']);
  await gallery.table.getByRole('button', { name: 'validates', exact: true }).click();
  await expect(gallery.table).toContainText(
    "“Short messages don't trigger unnecessary compaction”",
  );
  await expect(gallery.table).toContainText('It does: 0 compactions, 0 overflows.');
  await gallery.open('?q=200k_ToolHeavy');
  await gallery.table.getByRole('button', { name: 'document differs' }).click();
  await expect(gallery.table).toContainText('“Multiple compactions with heavy tool usage”');
  await expect(gallery.table).toContainText('It does not: 1 compaction, 0 overflows.');
});

test('opens a scenario on the workbench, by keys, with the same compactions', async ({ page }) => {
  const gallery = new ScenariosPage(page);
  const workbench = new WorkbenchPage(page);
  await gallery.open('?source=brutal&window=200k&family=burst');
  await gallery.table
    .getByRole('button', { name: /^200k_/ })
    .first()
    .focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: '200k_SingleTurnFillsWindow' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const name = '200k_ConsecutiveMassiveBursts';
  await expect(page.locator(':focus')).toHaveText(name);
  await expect(gallery.cell(name, 'compactions')).toHaveText('3');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+/);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect.poll(() => workbench.compactions()).toBe(3);
});

test('says what the workbench cannot show of a scenario before it opens', async ({ page }) => {
  const gallery = new ScenariosPage(page);
  await gallery.open('?q=HugeThenSmall');
  await page.getByRole('button', { name: 'HugeThenSmallSummary' }).click();
  const note = page.getByRole('status').filter({ has: page.getByRole('link') });
  await expect(note).toContainText('summar');
  await expect(page).toHaveURL(/\/scenarios/);
  await note.getByRole('link', { name: 'Open anyway' }).click();
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+/);
});

test('says what opening a scenario does, and when it cannot be opened', async ({ page }) => {
  const error = { code: 'internal', message: 'The library is locked.', hint: 'Try again later.' };
  await page.route('**/api/scenarios/open', (route) =>
    route.fulfill({ status: 500, json: { error } }),
  );
  const gallery = new ScenariosPage(page);
  await gallery.open('?q=8k_KubeAgent&policy=none');
  await expect(gallery.cell('8k_KubeAgent', 'overflow')).toHaveText('19');
  const words = 'it is added to the library as a generated session';
  await expect(page.getByRole('main').getByText(words)).toBeVisible();
  const opener = page.getByRole('button', { name: '8k_KubeAgent', exact: true });
  await expect(opener).toHaveAccessibleDescription(new RegExp(words));
  await opener.click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be opened' })).toContainText(
    'The library is locked. Try again later.',
  );
  // Once it can, the scenario opens under the policy of the gallery.
  await page.unroute('**/api/scenarios/open');
  await opener.click();
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+\?(.*&)?policy=none/);
  await expect(new WorkbenchPage(page).verdict).toContainText('overflow');
});

test('reads well from 768 px, light and dark', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  const gallery = new ScenariosPage(page);
  await gallery.open('?window=8k&family=no+usage');
  await expectFits(page, [1440, 768]);
  // Notes span the columns that are left; they make no room for hidden ones.
  const name = page.getByRole('button', { name: '8k_NoUsageMetadata', exact: true });
  expect((await name.boundingBox())?.width).toBeGreaterThan(100);
  expect(violations).toEqual([]);
});
