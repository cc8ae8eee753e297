import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from './support/test';
import { LibraryPage } from './pages/library-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
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

test('an empty library says what to drop; with samples it says where to begin, until one is one’s own', async ({
  page,
}, info) => {
  const library = new LibraryPage(page);
  await library.openEmpty();
  await expect(page.getByText('Claude Code, Codex, Gemini CLI')).toBeVisible();
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('empty.png') });

  await page.getByRole('button', { name: 'Load eight sample sessions' }).click();
  const note = page.getByRole('note', { name: 'First visit' });
  await expect(note).toContainText('Highwater replays recorded agent sessions');
  const begin = note.getByRole('link', { name: 'Sample: production incident' });
  // Eight samples are read in turn.
  await expect(begin).toHaveAttribute('href', /^\/sessions\/[0-9a-z]+$/, { timeout: 60_000 });
  await expect(library.row('production incident')).toContainText('100.4 %');
  await expectNoViolations(page, '[role=note]');
  await page.screenshot({ path: info.outputPath('first-visit.png') });

  const log = new ClaudeCodeLog('e2e11e00-0000-4000-8000-0000000000f1')
    .user('A recording of my own')
    .answer(30_000, 'Read.');
  await library.drop({ name: 'own.jsonl', text: log.text() });
  await expect(library.row('A recording of my own')).toBeVisible();
  await expect(note).toBeHidden();
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
  await expect(library.imports.getByRole('status')).toContainText(/(4 of 5|5 of 6) files imported/);
  await expect(library.importOf('timing-gap.json')).toContainText('1 read, 1 kept');
  const bad = library.importOf('cut.json');
  await expect(bad.getByRole('alert')).toContainText('cut.json, line 2');

  const rewind = library.importOf('rewind.jsonl');
  await rewind.getByText('Receipt:').click();
  await expect(rewind).toContainText('abandoned before a model call');
  await expect(rewind.getByRole('link', { name: 'write a poem', exact: true })).toBeVisible();
  await expect(library.row('look at a')).toContainText('sub-agent of explore with agents');
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
  await expect(page).toHaveURL(/\?q=sample\+INCIDENT$/);
  await library.search.fill('no such session');
  await expect(page.getByRole('heading', { name: /No session matches/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await library.names()).length).toBeGreaterThan(5);

  await library.search.fill('sample gap');
  await expect.poll(() => library.names()).toHaveLength(2);
  await page.getByRole('button', { name: 'steps' }).click();
  await expect(page).toHaveURL(/[?&]sort=-steps(&|$)/);
  await page.getByRole('button', { name: 'steps' }).click();
  await expect(page.getByRole('columnheader', { name: 'steps' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

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
