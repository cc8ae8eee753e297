import { expect, test } from './support/test';
import { ScenariosPage } from './pages/scenarios-page';
import { WorkbenchPage } from './pages/workbench-page';
import { expectFits } from './support/expect-no-violations';

// What each row says: components/scenarios/gallery/gallery-row.test.tsx; which rows a filter leaves: gallery-rows.test.ts.
test('every scenario has its outcome, is filtered, sorted and computed anew under another policy', async ({
  page,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  const gallery = new ScenariosPage(page);
  await gallery.open();
  await expect(gallery.shown).toHaveText('150 scenarios');
  await expect(gallery.table.getByText('✓ matches')).toHaveCount(150);
  // Three marks in the row's chart, one for each compaction.
  await expect(
    gallery.row('200k_RepeatedCompactions').locator('[data-part="compacted"]'),
  ).toHaveAttribute('d', /^(M[^M]+){3}$/);

  // Notes span the columns that are left; they make no room for hidden ones.
  await gallery.choice('Window').selectOption('8k');
  await gallery.search.fill('8k_NoUsage');
  await expect(gallery.table).toContainText('the policy cannot learn the real ratio');
  await expectFits(page, [1440, 768]);
  const name = page.getByRole('button', { name: '8k_NoUsageMetadata', exact: true });
  expect((await name.boundingBox())?.width).toBeGreaterThan(100);
  expect(violations).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });

  await gallery.search.fill('');
  await gallery.choice('Outcome').selectOption('loop');
  await expect(page).toHaveURL(/\?window=8k&outcome=loop$/);
  await gallery.search.fill('mcp_tool');
  await expect.poll(() => gallery.names()).toEqual(['8k_HeavyToolDefinitions']);
  await gallery.search.fill('no such tool');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(gallery.shown).toHaveText('150 scenarios');

  const late = gallery.row('200k_LateUsageMetadata, part 2 of 2');
  await late.getByRole('button', { name: 'document differs' }).click();
  await expect(gallery.table).toContainText('the vectors have two sessions that share nothing');
  const idle = gallery.row('200k_NormalConversation');
  await idle.getByRole('button', { name: 'validates', exact: true }).click();
  await expect(gallery.table).toContainText('It does: 0 compactions, 0 overflows.');

  await page.getByRole('button', { name: 'comp.' }).click();
  await expect(page).toHaveURL(/sort=-compactions/);
  await expect.poll(async () => (await gallery.names())[0]).toBe('8k_HeavyToolDefinitions');
  await gallery.choice('Policy').selectOption({ label: 'No compaction' });
  await gallery.computed();
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'outcome')).toHaveText('overflow');
  // What is expected is expected of the reference only.
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'expected')).toHaveText('–');
  await page.reload();
  await gallery.computed();
  await expect(gallery.cell('8k_HeavyToolDefinitions', 'overflow')).toHaveText('35');

  // From here to every page, the present one marked.
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.locator('[aria-current="page"]')).toHaveText('Scenarios');
  await pages.getByRole('link', { name: 'Library' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(pages.locator('[aria-current="page"]')).toHaveText('Library');
});

test('a scenario opens on the workbench by keys, under the policy of the gallery; what hinders it is said before', async ({
  page,
}) => {
  const gallery = new ScenariosPage(page);
  // From the first request on: one that is sent while interception begins may pass it by.
  let locked = false;
  const error = { code: 'internal', message: 'The library is locked.', hint: 'Try again later.' };
  await page.route('**/api/scenarios/open', (route) =>
    locked ? route.fulfill({ status: 500, json: { error } }) : route.continue(),
  );
  await gallery.open('?window=8k');
  const words = 'it is added to the library as a generated session';
  await expect(page.getByRole('main').getByText(words)).toBeVisible();

  // What the workbench cannot show of a scenario.
  const odd = page.getByRole('button', { name: 'HugeThenSmallSummary' });
  await expect(odd).toHaveAccessibleDescription(new RegExp(words));
  await odd.click();
  const note = page.getByRole('status').filter({ has: page.getByRole('link') });
  await expect(note).toContainText('summar');
  await expect(page).toHaveURL(/\/scenarios/);
  await expect(note.getByRole('link', { name: 'Open anyway' })).toHaveAttribute(
    'href',
    /^\/sessions\/[0-9a-z]+/,
  );

  await gallery.choice('Policy').selectOption({ label: 'No compaction' });
  await gallery.search.fill('8k_Kube');
  await gallery.computed();
  const name = '8k_KubeAgent';
  await expect(gallery.cell(name, 'overflow')).toHaveText('19');
  const names = await gallery.names();
  const opener = page.getByRole('button', { name, exact: true });
  await gallery.table.locator('[data-open]').first().focus();
  await page.keyboard.press('End');
  await expect(page.locator(':focus')).toHaveText(names.at(-1) ?? '');
  await page.keyboard.press('Home');
  for (let down = names.indexOf(name); down > 0; down--) await page.keyboard.press('ArrowDown');
  await expect(opener).toBeFocused();
  locked = true;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be opened' })).toContainText(
    'The library is locked. Try again later.',
  );
  // Once it can, it opens under the policy of the gallery.
  locked = false;
  await opener.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+\?(.*&)?policy=none/);
  await expect(page.getByRole('banner')).toContainText(name);
  await expect(new WorkbenchPage(page).verdict).toContainText('overflow');
});
