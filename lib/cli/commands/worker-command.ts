import { fork } from 'node:child_process';
import { once } from 'node:events';
import { env, EnvError } from '@/lib/server/env';
import { inProject, ROOT } from '@/lib/server/project.mjs';
import { STANDING, SWEEP_PROGRAM, threadsOf } from '@/lib/server/http/sweeps/sweep-arguments';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { libraryModules } from '../library';

/** Options of `highwater worker`. */
interface WorkerCommandOptions {
  /** Number of shares computed at once; default: one for each processor. */
  readonly concurrency?: number;
}

/** Most shares at once: each has a thread of its own. */
const MOST = 256;

/** Reads `--concurrency`. @throws UsageError */
export function parseConcurrency(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count;
  throw new UsageError(`--concurrency is "${text}", but must be a whole number from 1 to ${MOST}.`);
}

/**
 * Computes shares of kept sweeps until it is stopped: SIGTERM and SIGINT let it finish those that it
 * computes. @throws UsageError on SQLite, InputError if its process ends early.
 */
export async function workerCommand(
  { concurrency }: WorkerCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  libraryModules();
  requirePostgresql();
  const threads = concurrency === undefined ? [] : [threadsOf(concurrency)];
  const child = fork(inProject(SWEEP_PROGRAM), [STANDING, ...threads], {
    cwd: ROOT,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => io.out(text));
  const stop = (): void => void child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  for (const one of ['SIGINT', 'SIGTERM'] as const) process.off(one, stop);
  if (code === 0) return exitCode.clean;
  throw new InputError(
    `The worker ended early (${signal ?? `code ${code}`}); what it computed is stored.`,
  );
}

function requirePostgresql(): void {
  let url: string;
  try {
    url = env().databaseUrl;
  } catch (error) {
    if (error instanceof EnvError) throw new UsageError(error.message);
    throw error;
  }
  if (!url.startsWith('file:')) return;
  throw new UsageError(
    'Workers share a PostgreSQL database: let DATABASE_URL name one. With SQLite the server computes sweeps itself.',
  );
}
