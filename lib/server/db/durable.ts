import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Waits until the disk has a file's content. */
export async function syncFile(file: string): Promise<void> {
  await synced(file, 'r+');
}

/** Waits until the disk has the names in a folder. Windows has no such request. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await synced(folder, 'r');
}

async function synced(name: string, flags: string): Promise<void> {
  const handle = await open(name, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and those above it, for their owner alone; the disk has their names on return. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = folder; at.startsWith(first); at = path.dirname(at)) {
    await syncFolder(path.dirname(at));
  }
}
