import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from './support/test';
import { LibraryPage } from './pages/library-page';
import { expectFits, expectNoViolations } from './support/expect-no-violations';

const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code';
const ADK = 'lib/readers/importers/formats/adk/fixtures/adk-session';

test.describe.configure({ mode: 'serial' });

/** A sample that no other test has imported: what is in the library already would change the receipt. */
async function ownCopy(sample: string, path: string): Promise<string> {
  const text = await readFile(`public/samples/${sample}`, 'utf8');
  await writeFile(path, text.replace('"name":"Sample: ', '"name":"Sample: own copy of '));
  return path;
}

test('an empty library says what it is for and what it found; samples are sorted by what happened', async ({
  page,
}, info) => {
  const library = new LibraryPage(page);
  await library.openEmpty();
  await expect(page.getByText('Nothing leaves this machine.')).toBeVisible();
  // The home folder of the test's server holds no recordings, or some: either is said.
  await expect(
    page
      .getByRole('heading', { name: 'Drop a recording' })
      .or(page.getByRole('button', { name: /^Open [\d,]+ recordings? found/ })),
  ).toBeVisible();
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('empty.png') });

  await page.getByRole('button', { name: 'Open eight sample sessions' }).click();
  // Eight samples are read in turn.
  await expect(page.getByText('8 files read', { exact: true })).toBeVisible({ timeout: 60_000 });
  const incident = library.row('production incident');
  await expect(incident).toContainText('Refused at step 143: 200,819 of 200,000 tokens');
  await expect(incident).toContainText('of 200k');
  await expect(library.head('overflow')).toContainText('Overflowed2');
  await expect(library.head('compacted')).toContainText('Compacted');
  await expect(library.head('below')).toContainText('Stayed below the threshold');
  const first = await library.names();
  expect(first[0]).toMatch(/incident|timing gap/);
  await library.view(/^Overflowed/).click();
  await expect(page).toHaveURL(/\?severity=overflow$/);
  await expect.poll(() => library.names()).toHaveLength(2);
  await expect(page.getByRole('heading', { level: 2, name: 'Overflowed' })).toBeVisible();
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('overflowed.png') });
  await page.getByRole('button', { name: 'Tune this view' }).click();
  await expect(page).toHaveURL(/\/tune\?severity=overflow$/);
  await expect(page.getByRole('combobox', { name: 'Corpus' })).toContainText('Overflowed');
});

test('files that are chosen and dropped have a receipt each, a bad one beside good ones', async ({
  page,
}, info) => {
  test.slow();
  const library = new LibraryPage(page);
  await library.open();
  await library.choose(
    await ownCopy('timing-gap.json', info.outputPath('timing-gap.json')),
    `${CLAUDE}/rewind.jsonl`,
    `${CLAUDE}/sidechain.jsonl`,
    `${ADK}/go-context-guard.json`,
  );
  await library.drop({ name: 'cut.json', text: '{"format":"highwater-session",\n"version":1,' });
  await expect(library.imports.getByRole('status')).toContainText('1 failed', { timeout: 30_000 });
  // What the test before dropped may still be listed among them.
  await expect(library.imports.getByRole('status')).toContainText(/(4 of 5|5 of 6) files read/);
  await expect(library.importOf('timing-gap.json')).toContainText('1 read, 1 kept');
  const bad = library.importOf('cut.json');
  await expect(bad.getByRole('alert')).toContainText('cut.json, line 2');

  const rewind = library.importOf('rewind.jsonl');
  await rewind.getByText('Receipt:').click();
  await expect(rewind).toContainText('abandoned before a model call');
  await expect(rewind.getByRole('link', { name: 'write a poem', exact: true })).toBeVisible();
  const parent = library.row('explore with agents');
  await parent.getByRole('button', { name: /sub-agent/ }).click();
  await expect(library.row('look at a')).toBeVisible();
  await expect(library.row('write a poem (abandoned')).toContainText('branch of write a poem');
  await page.screenshot({ path: info.outputPath('imports.png') });
  await expectFits(page, [1440, 768]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The alert says the same before and after; the server says when it read the file last.
  const readAt = async (): Promise<number> => {
    const answer = await page.request.get('/api/imports');
    const { imports } = (await answer.json()) as {
      imports: { file: string; finishedAt: number | null }[];
    };
    return imports.find(({ file }) => file === 'cut.json')?.finishedAt ?? 0;
  };
  const first = await readAt();
  await bad.getByRole('button', { name: 'Try cut.json again' }).click();
  await expect.poll(readAt, { timeout: 30_000 }).toBeGreaterThan(first);

  // Of a file’s sessions only those that are ticked are kept.
  await library.choose(`${ADK}/python-agents.json`);
  const item = library.importOf('python-agents.json');
  // The list comes after the import's own sessions, and only what is listed can be deleted.
  const travel = library.row('(root)');
  await travel.getByRole('button', { name: /sub-agent/ }).click();
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

test('the list is searched, sorted, selected by keys, emptied and brought back', async ({
  page,
}) => {
  const library = new LibraryPage(page);
  await library.open();
  await page.keyboard.press('/');
  await library.search.pressSequentially('sample INCIDENT');
  await expect
    .poll(() => library.names())
    .toEqual(['Sample: production incident, 200,819 tokens refused']);
  await expect(page).toHaveURL(/\?q=sample\+INCIDENT(&|$)/);
  await library.search.fill('no such session');
  await expect(page.getByRole('heading', { name: /No session matches/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await library.names()).length).toBeGreaterThan(5);

  await library.search.fill('sample gap');
  await expect.poll(() => library.names()).toHaveLength(2);
  await library.sort('Most steps');
  await expect(page).toHaveURL(/[?&]sort=-steps(&|$)/);
  await expect(library.grid.locator('[data-head]')).toHaveCount(0);

  // By keys: two are selected, and deleted; the key takes it back.
  await library.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 selected')).toBeHidden();
  await page.getByRole('checkbox', { name: /Select Sample: own copy of timing gap/ }).check();
  await library.changes('deletes', () => page.keyboard.press('Delete'));
  await expect.poll(() => library.names()).toHaveLength(1);
  await library.changes('restores', () => page.keyboard.press('z'));
  await expect.poll(() => library.names()).toHaveLength(2);

  await page.getByRole('checkbox', { name: 'Select all sessions shown' }).check();
  await library.changes('deletes', () => page.getByRole('button', { name: 'Delete' }).click());
  await expect(page.getByText('Deleted 2 sessions')).toBeVisible();
  await expect(page.getByRole('heading', { name: /No session matches/ })).toBeVisible();
  await library.changes('restores', () => page.getByRole('button', { name: 'Undo' }).click());
  await expect.poll(() => library.names()).toHaveLength(2);

  // The address keeps the view, also where the list cannot be fetched at first.
  const error = { code: 'internal', message: 'The library is locked.', hint: 'Try again later.' };
  await page.route('**/api/sessions/table?*', (route) =>
    route.fulfill({ status: 500, json: { error } }),
  );
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be listed' })).toContainText(
    'The library is locked. Try again later.',
  );
  await page.unroute('**/api/sessions/table?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => library.names()).toHaveLength(2);
  await library.grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+/);
});
