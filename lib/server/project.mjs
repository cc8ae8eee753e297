// Plain JavaScript without dependencies: `npm start` runs it before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A path inside the project. @param {...string} parts @returns {string} */
export const inProject = (...parts) => path.join(ROOT, ...parts);

/** A failure that the user can fix; only the message, one sentence, is shown. */
export class CommandError extends Error {}

/**
 * Environment of child processes: no telemetry, no update checks, no download of Prisma's engines
 * (the database driver is a Node module).
 * @returns {NodeJS.ProcessEnv}
 */
export function quietEnvironment() {
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    PRISMA_SCHEMA_ENGINE_BINARY: process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ?? process.execPath,
    npm_config_update_notifier: 'false',
  };
}

/** Children of this process that still run. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** Milliseconds after which a child that was asked to end is killed. */
const KILL_AFTER_MS = 8_000;

const END_WITH_PARENT = new URL('../tools/end-with-parent.mjs', import.meta.url).href;

/**
 * Starts a Node program in the project's folder. It ends with this process, however that ends.
 * @param {readonly string[]} args
 * @param {{ readonly env?: NodeJS.ProcessEnv, readonly stdio: import('node:child_process').StdioOptions }} options
 */
export function spawnNode(args, { env = quietEnvironment(), stdio }) {
  const tied = { ...env, HIGHWATER_PARENT: String(process.pid) };
  return track(
    spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], {
      cwd: ROOT,
      env: tied,
      stdio,
    }),
  );
}

/** @template {import('node:child_process').ChildProcess} C @param {C} child @returns {C} */
function track(child) {
  children.add(child);
  const ended = () => void children.delete(child);
  child.once('exit', ended).once('error', ended);
  return child;
}

/**
 * Asks a child to end, and kills it if it does not.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>} resolves after its end
 */
export async function endChild(child) {
  if (!children.has(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended;
  clearTimeout(killer);
}

/** Ends all children of this process. */
export const endChildren = () => Promise.all([...children].map(endChild));

/**
 * Runs a program in the project's folder.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ readonly show?: boolean, readonly env?: NodeJS.ProcessEnv }} [options] `show` prints
 *   the output instead of keeping it.
 * @returns {Promise<{ readonly code: number, readonly output: string }>} its exit code and, unless
 *   shown, what it printed.
 */
export function run(program, args, { show = false, env = quietEnvironment() } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'];
    const child =
      program === process.execPath
        ? spawnNode(args, { env, stdio })
        : track(spawn(program, args, { cwd: ROOT, env, stdio }));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a script of an installed package with this Node.
 * @param {string} script path below node_modules
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runInstalled = (script, args, options) =>
  run(process.execPath, [inProject('node_modules', script), ...args], options);

/**
 * Runs npm, preferably the one that runs this script.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNpm(args, options) {
  const script = process.env['npm_execpath'];
  if (script && /\.c?js$/.test(script)) return run(process.execPath, [script, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/** @param {string} file @returns {string} the text, or '' without the file. */
export const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * All files under a path of the project, sorted, as paths from the project's folder with `/`.
 * @param {string} name a file or folder; a missing one has no files
 * @returns {string[]}
 */
export function filesUnder(name) {
  const full = inProject(name);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [name];
  return readdirSync(full)
    .sort()
    .flatMap((entry) => (entry === 'node_modules' ? [] : filesUnder(`${name}/${entry}`)));
}

/**
 * A hash over names and contents of files, and over `words`.
 * @param {readonly string[]} files
 * @param {readonly string[]} words
 * @returns {string}
 */
export function fingerprint(files, words = []) {
  const hash = createHash('sha256');
  for (const word of words) hash.update(`${word}\0`);
  for (const file of files) {
    const content = readFileSync(inProject(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
