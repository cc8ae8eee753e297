import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { isBelow, type WatchRoot } from './watch-roots';

/** A file that is not read for somebody else's sake; the message is a sentence. */
export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
}

/**
 * Opens a regular file below a root for reading. What is judged is the opened file, so it cannot be
 * exchanged in between: its place, its only name, and its owner.
 * @throws RefusedFileError, or the system's error.
 */
export async function openBelow(
  file: string,
  root: Pick<WatchRoot, 'path' | 'anyOwner'>,
  uid: number | undefined = process.getuid?.(),
): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags);
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw new RefusedFileError('It is not a regular file.');
    if (info.nlink !== 1) {
      throw new RefusedFileError('It has a second name elsewhere (a hard link): copy it instead.');
    }
    if (!root.anyOwner && uid !== undefined && info.uid !== uid) {
      throw new RefusedFileError(
        'It belongs to another user. Files of others are read below folders of HIGHWATER_WATCH only.',
      );
    }
    const place = await placeOf(handle, file);
    if (place === null || !isBelow(root.path, place)) {
      throw new RefusedFileError(`It lies outside of ${root.path}.`);
    }
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The real path of an opened file; null if that is not its only name.
 * @throws ENOENT if the name by which it was opened has gone since: that it lay below the root says
 * nothing about a file with other names, and a new file of that name is reported anew.
 */
async function placeOf(handle: FileHandle, file: string): Promise<string | null> {
  // Linux names the opened file itself.
  const linux = process.platform === 'linux';
  const place = await (linux ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(file));
  const [opened, found] = [await handle.stat(), await lstat(place)];
  const same = found.ino === opened.ino && found.dev === opened.dev && found.nlink === 1;
  return same ? place : null;
}
