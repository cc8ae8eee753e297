/**
 * Each session in a process of its own: it is kept as soon as it is written, and a program that does not end, in its
 * own exit too, takes none of the others with it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { onLoopbackOnly } from '../loopback.mjs';
import { keptFile, putCase } from './case-file.mjs';
import { GIVEN, kindOf } from './script.mjs';

/** Sessions of the file that the checkout keeps. */
const FIRST = 1;
const COUNT = 66;
/** Seconds that a session may take, and that its program may take to end when it has been written. */
const MOST = 300;
const TO_END = 10;

/** Where the process of one session writes its case. */
const CASE = 'HIGHWATER_CASE';
const SEED = 'HIGHWATER_SEED';

/**
 * The seed that this process is to run, on the loopback only. The process that was started by hand runs each seed of
 * `--seed N --count M`, or each session of `--scripts file`, in another such, puts what each wrote in `--out file`, and
 * does not come back.
 */
export async function seedOf(system) {
  onLoopbackOnly();
  if (process.env[CASE] === undefined) process.exit(await runAll(system));
  return Number(process.env[SEED]);
}

/** Hands over the case of this process, whose program may still run. */
export function keepCase(about, one) {
  const file = process.env[CASE];
  writeFileSync(`${file}.new`, JSON.stringify({ ...about, one }));
  // Whole at once: the process that waits for it reads it as soon as it is there.
  renameSync(`${file}.new`, file);
  process.exit(0);
}

/** Waits for a program that was asked to end, and ends it where it does not. */
export async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const late = setTimeout(() => child.kill('SIGKILL'), TO_END * 1_000);
  await once(child, 'exit');
  clearTimeout(late);
}

async function runAll(system) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(FIRST) },
      count: { type: 'string', default: String(COUNT) },
      out: { type: 'string', default: keptFile(system) },
      scripts: { type: 'string' },
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-own-'));
  const scripts = values.scripts && JSON.parse(readFileSync(values.scripts, 'utf8'));
  const drawn = Array.from({ length: Number(values.count) }, (_, i) => Number(values.seed) + i);
  const notRun = [];
  let newest = null;
  for (const script of scripts ?? drawn.map((seed) => ({ seed, kind: kindOf(seed) }))) {
    const { seed, kind } = script;
    const given = scripts && script;
    const { made, cause } = await runOne(seed, path.join(folder, 'session'), given);
    if (made === null) notRun.push(`${seed} ${kind}: ${cause}`);
    else process.stdout.write(`${seed}: ${putCase(values.out, (newest = made), true)}\n`);
  }
  if (newest !== null) process.stdout.write(`${putCase(values.out, newest)}\n`);
  for (const one of notRun) process.stderr.write(`not run: ${one}\n`);
  rmSync(folder, { recursive: true, force: true });
  return notRun.length > 0 ? 1 : 0;
}

/** One session's case, or why there is none. */
async function runOne(seed, folder, script) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const given = path.join(folder, 'script.json');
  if (script !== undefined) writeFileSync(given, JSON.stringify(script));
  const file = path.join(folder, 'case.json');
  const compiled = path.join(tmpdir(), 'highwater-compiled');
  const child = spawn(process.execPath, [process.argv[1]], {
    env: {
      ...{ NODE_COMPILE_CACHE: compiled, ...process.env, TMPDIR: folder },
      ...{ [CASE]: file, [SEED]: String(seed), ...(script && { [GIVEN]: given }) },
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const end = () => endGroup(child);
  process.once('exit', end);
  let code = null;
  const exited = new Promise((resolve) =>
    child.once('exit', (...how) => resolve((code = how.find((one) => one !== null)))),
  );
  for (let waited = 0; waited < MOST && code === null && !existsSync(file); waited++) {
    await Promise.race([exited, sleep(1_000)]);
  }
  await Promise.race([exited, sleep(existsSync(file) ? TO_END * 1_000 : 0)]);
  end();
  process.removeListener('exit', end);
  if (existsSync(file)) return { made: JSON.parse(readFileSync(file, 'utf8')), cause: null };
  const cause = code === null ? `not at its end after ${MOST} s` : `ended with ${code}`;
  return { made: null, cause };
}

/** Ends a process and all that it started: they are a group. */
function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
