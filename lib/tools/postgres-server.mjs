// Starts a PostgreSQL server for tests: in a temporary folder, on a free port of 127.0.0.1, without
// waiting for the disk. Plain JavaScript without dependencies.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../server/project.mjs';
import { freePort } from '../server/start/server.mjs';

/** Debian's folder with the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';

/** The server's user if this process is root, which PostgreSQL refuses. */
const SERVER_USER = 'postgres';

const START_MS = 30_000;
const POLL_MS = 50;

/**
 * Folder of PostgreSQL's programs: Debian's newest, else the first of PATH.
 * @returns {string | undefined} undefined if there are none
 */
export function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN, version, 'bin'));
  return [...debian, ...(process.env['PATH'] ?? '').split(path.delimiter)].find((folder) =>
    ['initdb', 'postgres'].every((name) => folder !== '' && existsSync(path.join(folder, name))),
  );
}

/** User and group of the server; undefined: those of this process. */
function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, SERVER_USER], { encoding: 'utf8' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new CommandError(
      `PostgreSQL does not run as root and there is no user "${SERVER_USER}"; install the package postgresql.`,
    );
  }
}

/** @typedef {{ readonly url: string, readonly stop: () => Promise<void> }} PostgresServer `url` is
 *   that of the database "postgres", with a user who may create others. */

/**
 * Starts a server and waits until it accepts connections. `stop`, or the end of this process, stops
 * it and deletes its folder.
 * @returns {Promise<PostgresServer>}
 */
export async function startPostgres() {
  const programs = findPostgres();
  if (programs === undefined) {
    throw new CommandError('PostgreSQL is not installed: apt-get install postgresql.');
  }
  const user = serverUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-postgres-'));
  const data = path.join(folder, 'data');
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex');
  writeFileSync(path.join(folder, 'password'), password);
  if (user)
    for (const name of ['', 'password']) chownSync(path.join(folder, name), user.uid, user.gid);
  const initdb = [
    ...['-D', data, '-U', 'postgres', '-E', 'UTF8', '--no-locale', '--no-sync'],
    ...['--auth-local=trust', '--auth-host=scram-sha-256'],
    `--pwfile=${path.join(folder, 'password')}`,
  ];
  execFileSync(path.join(programs, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  const child = spawn(
    path.join(programs, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'],
      ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'].flatMap((s) => ['-c', s]),
      ...['max_connections=200', 'shared_buffers=64MB', 'autovacuum=off'].flatMap((s) => ['-c', s]),
    ],
    { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: await watch(child, port, folder),
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child @param {number} port
 * @param {string} folder
 * @returns {Promise<() => Promise<void>>} stops the server; resolves once it accepts connections
 */
async function watch(child, port, folder) {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on(
      'data',
      (/** @type {Buffer} */ chunk) => (said = (said + chunk.toString()).slice(-4_000)),
    );
  }
  let running = true;
  const exited = new Promise((resolve) => {
    child.once('exit', () => {
      running = false;
      resolve(undefined);
    });
  });
  // SIGQUIT: immediately, its data is not needed any more.
  const kill = () => running && child.kill('SIGQUIT');
  const stop = async () => {
    kill();
    await exited;
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', kill);
  const latest = Date.now() + START_MS;
  while (running && Date.now() < latest) {
    if (said.includes('ready to accept connections') && (await accepts(port))) return stop;
    await sleep(POLL_MS);
  }
  await stop();
  throw new CommandError(`PostgreSQL did not start:\n${said.trim()}`);
}

/** @param {number} port @returns {Promise<boolean>} */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
