import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { isAlive } from '@/lib/readers/open/temporary-folder';
import { hadIdAt } from './process-start';

const PROGRAM = 'lib/server/import/testing/busy-process.ts';
const TSX = ['--import', 'tsx'];

const scratch = new Scratch();
afterAll(() => scratch.remove());

describe('a process inside one call that does not end', () => {
  it('is ended by its processor time, with a verdict', async () => {
    const file = join(scratch.folder, 'verdict');
    const child = fork(PROGRAM, ['busy', file, '700'], { execArgv: TSX });
    const exited = once(child, 'exit');
    await once(child, 'message');
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(readFileSync(file, 'utf8')).toBe('"stuck"');
  }, 240_000);

  it('is ended within a second of its server', async () => {
    const file = join(scratch.folder, 'none');
    const parent = spawn(process.execPath, [...TSX, PROGRAM, 'parent', file, '600000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    const exited = once(parent, 'exit');
    parent.kill('SIGTERM');
    await exited;
    // The promise is a second; the machine may be busy, and it computes for ten minutes otherwise.
    await expect.poll(() => isAlive(pid), { timeout: 20_000, interval: 20 }).toBe(false);
    expect(existsSync(file)).toBe(false);
  }, 240_000);
});

it.runIf(process.platform === 'linux')('an id is of the process that had it at a time', () => {
  expect(hadIdAt(process.pid, Date.now())).toBe(true);
  expect(hadIdAt(process.pid, Date.now() - 86_400_000 * 365)).toBe(false);
  expect(hadIdAt(2 ** 30, Date.now())).toBe(false);
});
