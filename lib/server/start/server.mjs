// Starts Next's server and waits until it answers. Plain JavaScript without dependencies.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, endChild, inProject, quietEnvironment, spawnNode } from '../project.mjs';

const POLL_MS = 100;

/** Lines of Next's banner, which are hidden: the caller prints the address once the server answers. */
const BANNER = /^\s*(▲|✓ (Starting|Ready|Running)|- (Local|Network|Environments)|$)/;

const isWildcard = (/** @type {string} */ host) => ['0.0.0.0', '::', '[::]'].includes(host);

/**
 * The address to open in a browser.
 * @param {string} host @param {number} port
 */
export function addressOf(host, port) {
  const name = isWildcard(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}

/**
 * The address that signs a browser in, if Highwater made a token.
 * @param {string} host @param {number} port @param {string | null} token
 */
export const signInAddress = (host, port, token) =>
  addressOf(host, port) + (token === null ? '' : `/?token=${token}`);

/** Throws a CommandError if the port is unavailable. @param {string} host @param {number} port */
export async function requireFreePort(host, port) {
  const code = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    probe.listen({ host: host.replace(/^\[|\]$/g, ''), port }, () =>
      probe.close(() => resolve('')),
    );
  });
  if (code === '') return;
  /** @type {Readonly<Record<string, string>>} */
  const sentences = {
    EADDRINUSE: `Port ${port} on ${host} is in use; stop the other program or choose another, as in PORT=${port + 1}.`,
    EACCES: `Port ${port} needs rights this user does not have; choose one above 1023 with PORT.`,
    EADDRNOTAVAIL: `HOST is "${host}" but that is not an address of this machine.`,
    ENOTFOUND: `HOST is "${host}" but that name cannot be resolved.`,
  };
  throw new CommandError(
    sentences[String(code)] ?? `Cannot listen on ${host}:${port}: ${String(code)}.`,
  );
}

/** A free port of 127.0.0.1. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** The server's program. */
const PROGRAM = inProject('lib/tools/serve.mjs');

/**
 * Starts the built server and waits until it answers.
 * @param {{ readonly host: string, readonly port: number, readonly env?: Readonly<Record<string, string>>,
 *   readonly onLine?: (line: string) => void, readonly program?: string }} options `onLine` gets each
 *   line the server prints, without Next's banner; `program` is another server, for tests.
 * @returns {Promise<{ readonly pid: number, readonly exited: Promise<number>,
 *   readonly stop: () => Promise<void> }>} `exited` resolves with the exit code.
 */
export async function startServer({
  host,
  port,
  env = {},
  onLine = console.log,
  program = PROGRAM,
}) {
  const child = spawnNode([program], {
    env: {
      ...quietEnvironment(),
      NODE_ENV: 'production',
      HOST: host,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = false;
  const say = (/** @type {string} */ line) => {
    said = true;
    onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) passLines(stream, say);
  let running = true;
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => {
    // After the last line.
    child.once('close', (code) => {
      running = false;
      resolve(code ?? 0);
    });
  });
  while (!(await answers(`${addressOf(host, port)}/favicon.svg`))) {
    // Its own words are enough.
    if (!running) throw new CommandError(said ? '' : 'The server stopped before it was ready.');
    await sleep(POLL_MS);
  }
  return { pid: child.pid ?? 0, exited, stop: () => endChild(child) };
}

/** @param {import('node:stream').Readable} stream @param {(line: string) => void} onLine */
function passLines(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (/** @type {string} */ chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (!BANNER.test(line)) onLine(line);
  });
}

/** @param {string} url @returns {Promise<boolean>} */
async function answers(url) {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    // A server with a token answers that it wants to be asked with it.
    return response.ok || response.status === 401;
  } catch {
    return false;
  }
}
