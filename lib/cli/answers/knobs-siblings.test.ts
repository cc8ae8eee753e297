import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { capture } from '../testing/captured-io';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'highwater-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A log of Claude Code that worked in a folder: it went on at `held`, and compacted by itself at `fired`. */
async function logOf(name: string, cwd: string, [held, fired]: readonly [number, number]) {
  const log = new ClaudeCodeLog(name, { cwd, model: 'claude-opus-4-8' })
    .user('One')
    .answer(held, 'Done.')
    .user('Two')
    .answer(fired - 50, 'Done.')
    .compaction('auto', fired, 'A summary.')
    .answer(30_000, 'Done.');
  const file = path.join(folder, `${name}.jsonl`);
  await writeFile(file, log.text());
  return file;
}

const said = async (...files: readonly string[]): Promise<string> =>
  (await capture(['knobs', ...files, '--session', '1'])).out;

it('sessions of another user bound nothing; those of one user do, in whichever folder', async () => {
  const own = await logOf('a', '/home/ann/work', [430_000, 490_000]);
  const same = await logOf('b', '/home/ann/other', [460_000, 470_000]);
  const others = await logOf('c', '/home/bob/work', [200_000, 210_000]);
  const text = await said(own, same, others);
  expect(text).toContain('Went on at: 460,000 (step 0 of another session)');
  expect(text).toContain('Compacted at: 470,000');
  expect(text).toContain(
    'Weighed with 1 other session of the same user and version of Claude Code; 1 other session of the same version is left out: not known to be of the same user.',
  );
  expect(text).not.toMatch(/ann|bob/);
});

it('where no file names its user, sessions of the version are weighed together, and that is said', async () => {
  const own = await logOf('d', '/srv/work', [430_000, 490_000]);
  const same = await logOf('e', '/opt/other', [460_000, 470_000]);
  const text = await said(own, same);
  expect(text).toContain('Went on at: 460,000');
  expect(text).toContain(
    'Weighed with 1 other session of the same version of Claude Code; no file names its user.',
  );
});
