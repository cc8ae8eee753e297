import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { LibraryPage } from './pages/library-page';
import { ClaudeCodeLog } from './support/claude-code-log';
import { expectNoViolations } from './support/expect-no-violations';

test.describe.configure({ mode: 'serial' });

/** An ADK session of one call, with a name of its own. */
const session = (name: string): string =>
  JSON.stringify({
    appName: `archives ${name}`,
    id: name,
    events: [
      { author: 'user', content: { role: 'user', parts: [{ text: `Question of ${name}` }] } },
      { author: 'bot', content: { role: 'model', parts: [{ text: 'Answer' }] } },
    ],
  });

/** Gives files on the disk to the file chooser. */
const choose = (page: Page, ...files: readonly string[]): Promise<void> =>
  new LibraryPage(page).choose(...files);

function folderOf(root: string, names: readonly string[]): string {
  const folder = path.join(root, 'logs');
  for (const name of names) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, session(path.basename(name, '.json')));
  }
  return folder;
}

test('reads a compressed file and the members of an archive', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.open();
  const folder = folderOf(info.outputDir, ['x/tar-one.json', 'x/tar-two.json']);
  writeFileSync(path.join(folder, 'notes.md'), 'no trace');
  const archive = info.outputPath('logs.tar.gz');
  execFileSync('tar', ['-czf', archive, '-C', folder, '.']);
  const packed = info.outputPath('single.json.gz');
  writeFileSync(packed, gzipSync(session('gz-single')));
  await choose(page, archive, packed);
  const item = library.importOf('logs.tar.gz');
  await expect(item).toContainText('2 of 3 files imported', { timeout: 30_000 });
  await expect(item).toContainText('1 not a trace');
  await expect(item).toContainText('2 sessions');
  await expect(item.getByRole('link', { name: 'x/tar-one.json' })).toBeVisible();
  await expect(library.importOf('single.json.gz')).toContainText('Receipt:');
  await item.getByText('Receipt:').last().click();
  await expect(item).toContainText('Every file that was kept is an import of its own');
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('archive.png') });
});

test('reads a chosen folder as one import', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.open();
  const folder = folderOf(info.outputDir, ['.hidden/folder-one.json', 'deep/er/folder-two.json']);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import a folder…' }).click(),
  ]);
  await chooser.setFiles(folder);
  const item = library.imports.getByRole('listitem').filter({ hasText: 'files imported' }).first();
  await expect(item).toContainText('2 of 2 files imported', { timeout: 30_000 });
  await expect(item.getByRole('link', { name: 'deep/er/folder-two.json' })).toBeVisible();
});

test('says why a bomb is refused', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.open();
  const bomb = info.outputPath('bomb.json.gz');
  writeFileSync(bomb, gzipSync(Buffer.alloc(80 * 1024 * 1024, ' ')));
  await choose(page, bomb);
  const item = library.importOf('bomb.json.gz');
  await expect(item.getByRole('alert')).toContainText('more than 500 times its size', {
    timeout: 30_000,
  });
  // The alert says the same before and after; the server says when it read the file last.
  const readAt = async (): Promise<number> => {
    const answer = await page.request.get('/api/imports');
    const { imports } = (await answer.json()) as {
      imports: { file: string; finishedAt: number | null }[];
    };
    return imports.find(({ file }) => file === 'bomb.json.gz')?.finishedAt ?? 0;
  };
  const first = await readAt();
  await item.getByRole('button', { name: 'Try bomb.json.gz again' }).click();
  await expect.poll(readAt, { timeout: 30_000 }).toBeGreaterThan(first);
  await expect(item.getByRole('alert')).toContainText('decompression bomb', { timeout: 30_000 });
});

test('reads what is pasted', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.open();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, session('pasted'));
  await expect(library.importOf('pasted-1.jsonl')).toContainText('Receipt:', { timeout: 30_000 });
});

test('pauses and resumes, also across a reload', async ({ page }, info) => {
  test.setTimeout(120_000);
  const library = new LibraryPage(page);
  await library.open();
  // Texts to be read and stored, some seconds of work: what is only skipped is over before the pause.
  const log = new ClaudeCodeLog('paused');
  for (let step = 1; step <= 3_000; step++) {
    log.user(`Question ${step}`).answer(step, `${step} `.repeat(8_000));
  }
  const long = info.outputPath('long.jsonl');
  writeFileSync(long, log.text());
  await choose(page, long);
  const item = library.importOf('long.jsonl');
  await item.getByRole('button', { name: 'Pause long.jsonl' }).click();
  await expect(item).toContainText('Paused', { timeout: 15_000 });
  await page.reload();
  await expect(item).toContainText('Paused');
  await item.getByRole('button', { name: 'Resume long.jsonl' }).click();
  // From its beginning: "0 of 1 file imported" says it as well.
  await expect(library.imports.getByRole('status')).toHaveText(/^1 file imported/, {
    timeout: 60_000,
  });
});
