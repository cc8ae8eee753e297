import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseJson } from '@/lib/engine/base/parse-json';

const fileIn = (folder: string): string => path.join(folder, 'watch-roots');

/** Folders that `highwater watch` named to the server of this data folder. */
export function rememberedRoots(folder: string): readonly string[] {
  const roots = parseJson(ownText(fileIn(folder)));
  return Array.isArray(roots) ? roots.filter(isAbsolute) : [];
}

const isAbsolute = (name: unknown): name is string =>
  typeof name === 'string' && path.isAbsolute(name);

/** Text of a file that nobody else may write; empty if there is none. */
function ownText(name: string): string {
  let file: number;
  try {
    file = openSync(name, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return '';
  }
  try {
    const { mode, uid } = fstatSync(file);
    const own = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    return own ? readFileSync(file, 'utf8') : '';
  } finally {
    closeSync(file);
  }
}

/** Adds a folder to those of a data folder. */
export function rememberRoot(folder: string, root: string): void {
  write(folder, [...new Set([...rememberedRoots(folder), root])]);
}

/** Takes a folder from those of a data folder. */
export function forgetRoot(folder: string, root: string): void {
  const known = rememberedRoots(folder);
  if (known.includes(root))
    write(
      folder,
      known.filter((other) => other !== root),
    );
}

function write(folder: string, roots: readonly string[]): void {
  const written = `${fileIn(folder)}-${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(written, `${JSON.stringify(roots)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(written, fileIn(folder));
  } finally {
    rmSync(written, { force: true });
  }
}
