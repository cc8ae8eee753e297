import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from './support/test';
import { LibraryPage } from './pages/library-page';
import { expectFits, expectNoViolations } from './support/expect-no-violations';

const SAMPLES = 'public/samples';
const CLAUDE = 'lib/importers/formats/claude-code/fixtures/claude-code';
const ADK = 'lib/importers/formats/adk/fixtures/adk-session';

test.describe.configure({ mode: 'serial' });

test('an empty library says what to drop', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.openEmpty();
  await expect(page.getByText('Claude Code, Codex, Gemini CLI')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load eight sample sessions' })).toBeVisible();
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('empty.png') });
});

/** A sample that no other test has imported: what is in the library already would change the receipt. */
async function ownCopy(sample: string, path: string): Promise<string> {
  const text = await readFile(`${SAMPLES}/${sample}`, 'utf8');
  await writeFile(path, text.replace('"name":"Sample: ', '"name":"Sample: own copy of '));
  return path;
}

test('imports a sample by drop and one by the file chooser', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.openEmpty();
  await library.drop(`${SAMPLES}/production-incident.json`);
  const incident = library.row('production incident');
  await expect(incident).toContainText('100.4 %');
  await library.choose(await ownCopy('timing-gap.json', info.outputPath('timing-gap.json')));
  await expect(library.row('own copy of timing gap')).toBeVisible();
  await expect(library.imports.getByRole('status')).toHaveText('2 files imported');
  await expect(library.importOf('timing-gap.json')).toContainText('1 read, 1 kept');
});

test('imports Claude Code and ADK files, and a good file beside a bad one', async ({
  page,
}, info) => {
  const library = new LibraryPage(page);
  await library.open();
  await library.choose(
    `${CLAUDE}/rewind.jsonl`,
    `${CLAUDE}/sidechain.jsonl`,
    `${ADK}/array.json`,
    `${ADK}/go-context-guard.json`,
  );
  await library.drop({ name: 'cut.json', text: '{"format":"highwater-session",\n"version":1,' });
  await expect(library.imports.getByRole('status')).toContainText('1 failed', { timeout: 30_000 });
  await expect(library.imports.getByRole('status')).toContainText('4 of 5 files imported');

  const bad = library.importOf('cut.json');
  await expect(bad.getByRole('alert')).toContainText('cut.json, line 2');
  await expect(bad.getByRole('alert')).toContainText('cut off');
  await expect(bad.getByRole('alert')).toContainText('or copy the file again');

  const rewind = library.importOf('rewind.jsonl');
  await rewind.getByText('Receipt:').click();
  await expect(rewind).toContainText('abandoned before a model call');
  await expect(rewind.getByRole('link', { name: 'write a poem', exact: true })).toBeVisible();

  await expect(library.row('look at a')).toContainText('sub-agent of explore with agents');
  await expect(library.row('write a poem (abandoned')).toContainText('branch of write a poem');
  await expect(library.row('k8s s-guard')).toContainText('Google ADK');
  await page.screenshot({ path: info.outputPath('imports.png') });
  await expectFits(page, [1440, 768]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The same content again says so and adds nothing.
  const before = await page
    .getByRole('status')
    .getByText(/^\d+ sessions$/)
    .innerText();
  await library.choose(`${ADK}/array.json`);
  await expect(library.importOf('array.json')).toContainText('Already in the library');
  await expect(page.getByRole('status').getByText(before, { exact: true })).toBeVisible();
});

test('keeps only the sessions that are ticked', async ({ page }) => {
  const library = new LibraryPage(page);
  await page.goto('/');
  await library.choose(`${ADK}/python-agents.json`);
  const item = library.importOf('python-agents.json');
  // The list comes after the import's own sessions, and only what is listed can be deleted.
  await expect(library.row('root.porto')).toBeVisible();
  await item.getByRole('checkbox', { name: /Keep travel.*\(root\) · Two cities/ }).check();
  await library.changes('deletes', () =>
    item.getByRole('button', { name: 'Keep only this one' }).click(),
  );
  await expect(item.getByRole('link')).toHaveCount(1);
  await expect(library.row('root.porto')).toHaveCount(0);
  await library.changes('restores', () => page.getByRole('button', { name: 'Undo' }).click());
  await expect(library.row('root.porto')).toBeVisible();
});

test('searches and sorts, in the address', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open();
  await page.keyboard.press('/');
  await library.search.pressSequentially('sample INCIDENT');
  await expect
    .poll(() => library.names())
    .toEqual(['Sample: production incident, 200,819 tokens refused']);
  await expect(page).toHaveURL(/\?q=sample\+INCIDENT$/);
  await page.reload();
  await expect.poll(() => library.names()).toHaveLength(1);
  await library.search.fill('no such session');
  await expect(page.getByRole('heading', { name: /No session matches/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await library.names()).length).toBeGreaterThan(5);

  await page.getByRole('button', { name: 'steps' }).click();
  await expect(page).toHaveURL(/\?sort=-steps$/);
  await expect.poll(async () => (await library.names())[0]).toContain('production incident');
  await page.getByRole('button', { name: 'steps' }).click();
  await expect(page).toHaveURL(/\?sort=steps$/);
  await expect(page.getByRole('columnheader', { name: 'steps' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.reload();
  await expect.poll(async () => (await library.names())[0]).not.toContain('production incident');
});

test('deletes several and takes it back', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open('/?q=sample');
  await expect.poll(() => library.names()).toHaveLength(2);
  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await library.changes('deletes', () => page.getByRole('button', { name: 'Delete' }).click());
  await expect(page.getByText('Deleted 2 sessions')).toBeVisible();
  await expect(page.getByRole('heading', { name: /No session matches/ })).toBeVisible();
  await library.changes('restores', () => page.getByRole('button', { name: 'Undo' }).click());
  await expect.poll(() => library.names()).toHaveLength(2);
  await page.reload();
  await expect.poll(() => library.names()).toHaveLength(2);

  await page.getByRole('checkbox', { name: /Select Sample: own copy of timing gap/ }).check();
  await library.changes('deletes', () => page.keyboard.press('Delete'));
  await expect.poll(() => library.names()).toHaveLength(1);
  await library.changes('restores', () => page.keyboard.press('z'));
  await expect.poll(() => library.names()).toHaveLength(2);
});

test('is gone through by keys', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open('/?q=sample&sort=name');
  await library.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 selected')).toBeHidden();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+/);
});

test('says so when the list cannot be fetched', async ({ page }) => {
  const error = { code: 'internal', message: 'The library is locked.', hint: 'Try again later.' };
  await page.route('**/api/sessions?*', (route) => route.fulfill({ status: 500, json: { error } }));
  const library = new LibraryPage(page);
  await page.goto('/');
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be listed' })).toContainText(
    'The library is locked. Try again later.',
  );
  await page.unroute('**/api/sessions?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(library.grid).toBeVisible();
});
