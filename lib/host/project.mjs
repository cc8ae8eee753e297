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
    const child = spawn(program, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
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
