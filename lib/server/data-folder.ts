import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** What a SQLite library consists of besides its file. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/** Names in a folder of which Highwater is the only user. */
const OWN =
  /^(\.gitkeep|uploads|fetched|token|watch-roots|sizes|evidence|.+\.db(-wal|-shm|-journal)?)$/;

/** Path of a `file:` URL; a relative one starts at the project's folder. */
export function databasePath(url: string): string {
  return path.resolve(/* turbopackIgnore: true */ process.cwd(), url.replace(/^file:(\/\/)?/, ''));
}

/** Folder of the server's own files: the library's, or one in `data` for a PostgreSQL database. */
export function dataFolder(url: string): string {
  if (url.startsWith('file:')) return path.dirname(databasePath(url));
  const name = decodeURIComponent(new URL(url).pathname).replace(/[^\w.-]/g, '');
  return path.resolve(
    /* turbopackIgnore: true */ process.cwd(),
    'data',
    /^\.*$/.test(name) ? 'library' : name,
  );
}

/** Makes a folder of Highwater that its owner alone may enter, or closes an existing one to others. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  closeToOthers(folder, FOLDER_MODE);
}

/**
 * Makes a SQLite library's file, which its owner alone may read, and its folder, or closes existing
 * ones to others. A folder with other things in it stays as it is: a library may also lie in a home
 * folder or in /tmp.
 */
export function makePrivateLibrary(file: string): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (readdirSync(folder).every((name) => OWN.test(name))) closeToOthers(folder, FOLDER_MODE);
  // SQLite gives the log beside the file the file's own mode.
  if (!existsSync(file)) closeSync(openSync(file, 'a', FILE_MODE));
  for (const suffix of COMPANIONS) {
    if (existsSync(file + suffix)) closeToOthers(file + suffix, FILE_MODE);
  }
}

/** Takes the rights of others away; only a file's owner may. */
function closeToOthers(file: string, mode: number): void {
  const { uid, mode: now } = statSync(file);
  const own = process.getuid === undefined || uid === process.getuid();
  if (own && (now & 0o077) !== 0) chmodSync(file, mode);
}
