import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names of folders: the scope of process ids, the process that made it, and something unique. */
const NAME = /^highwater-(\d+)-(\d+)-[0-9a-f-]{36}$/;

/** Number of the scope in which process ids are unique; 0 outside of Linux. */
function processScope(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

/** True if a process with this id runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Path of a new folder for unpacked content; its user makes and deletes it. */
export const temporaryFolder = (): string =>
  join(tmpdir(), `highwater-${processScope()}-${process.pid}-${randomUUID()}`);

/** Deletes the temporary folders of this user's processes that were killed. */
export async function sweepTemporaryFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, scope, pid] = NAME.exec(name) ?? [];
    if (scope !== processScope() || isAlive(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const info = await lstat(folder).catch(() => null);
    // The machine's temporary folder is open to everyone: neither links nor others' folders.
    if (info?.isDirectory() !== true || info.uid !== (process.getuid?.() ?? info.uid)) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
