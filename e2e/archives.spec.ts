import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './support/test';
import { LibraryPage } from './pages/library-page';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectNoViolations } from './support/expect-no-violations';

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

function folderOf(root: string, names: readonly string[]): string {
  const folder = path.join(root, names[0] ?? '', 'logs');
  for (const name of names) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, session(path.basename(name, '.json')));
  }
  return folder;
}

// What is refused of an archive, and why: lib/readers/open/archives/archives.test.ts.
test('reads an archive, a compressed file, a chosen folder and what is pasted', async ({
  page,
}, info) => {
  const library = new LibraryPage(page);
  await library.open();
  await library.paste(session('pasted'));
  const inTar = folderOf(info.outputDir, ['x/tar-one.json', 'x/tar-two.json']);
  writeFileSync(path.join(inTar, 'notes.md'), 'no trace');
  const archive = info.outputPath('logs.tar.gz');
  execFileSync('tar', ['-czf', archive, '-C', inTar, '.']);
  const packed = info.outputPath('single.json.gz');
  writeFileSync(packed, gzipSync(session('gz-single')));
  await library.choose(archive, packed);
  const item = library.importOf('logs.tar.gz');
  await expect(item).toContainText('2 of 3 files imported', { timeout: 30_000 });
  await expect(item).toContainText('1 not a trace');
  await expect(item.getByRole('link', { name: 'x/tar-one.json' })).toBeVisible();
  await item.getByText('Receipt:').last().click();
  await expect(item).toContainText('Every file that was kept is an import of its own');
  await expect(library.importOf('single.json.gz')).toContainText('Receipt:');
  await expect(library.importOf('pasted-1.jsonl')).toContainText('Receipt:');
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('archive.png') });

  await library.importing();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import a folder…' }).click(),
  ]);
  const names = ['.hidden/folder-one.json', 'deep/er/folder-two.json'];
  await chooser.setFiles(folderOf(info.outputDir, names));
  const folder = library.importOf('2 of 2 files imported');
  await expect(folder.getByRole('link', { name: 'deep/er/folder-two.json' })).toBeVisible({
    timeout: 30_000,
  });
});

test('pauses and resumes, also across a reload', async ({ page }, info) => {
  const library = new LibraryPage(page);
  await library.open();
  // Texts to be read and stored, some seconds of work: what is only skipped is over before the pause.
  const log = new ClaudeCodeLog('paused');
  for (let step = 1; step <= 600; step++) {
    log.user(`Question ${step}`).answer(step, `${step} `.repeat(8_000));
  }
  const long = info.outputPath('long.jsonl');
  writeFileSync(long, log.text());
  await library.choose(long);
  const item = library.importOf('long.jsonl');
  await item.getByRole('button', { name: 'Pause long.jsonl' }).click();
  await expect(item).toContainText('Paused', { timeout: 15_000 });
  await page.reload();
  await library.showImports();
  await expect(item).toContainText('Paused');
  await item.getByRole('button', { name: 'Resume long.jsonl' }).click();
  // From its beginning: "0 of 1 file read" says it as well.
  await expect(library.imports.getByRole('status')).toHaveText(/^1 file read/, {
    timeout: 40_000,
  });
});
