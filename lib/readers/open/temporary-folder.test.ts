import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { sweepTemporaryFolders, temporaryFolder } from './temporary-folder';
import { Scratch } from './testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());
afterEach(() => vi.unstubAllEnvs());

/** The name of a folder that the process `pid` would have made. */
const ofProcess = (folder: string, pid: number): string =>
  join(scratch.folder, basename(folder).replace(`-${process.pid}-`, `-${pid}-`));

test('folders of killed processes are deleted; those of others stay', async () => {
  vi.stubEnv('TMPDIR', scratch.folder);
  const dead = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
  await once(dead, 'spawn');
  const left = ofProcess(temporaryFolder(), dead.pid!);
  const mine = temporaryFolder();
  const strangers = join(scratch.folder, 'highwater-notes');
  const link = ofProcess(temporaryFolder(), dead.pid!);
  for (const folder of [left, mine, strangers])
    mkdirSync(join(folder, 'inner'), { recursive: true });
  symlinkSync(strangers, link);
  await sweepTemporaryFolders();
  expect(existsSync(left)).toBe(true);
  dead.kill('SIGKILL');
  await once(dead, 'exit');
  await sweepTemporaryFolders();
  expect(existsSync(left)).toBe(false);
  expect(existsSync(join(mine, 'inner'))).toBe(true);
  expect(readdirSync(strangers)).toEqual(['inner']);
});
