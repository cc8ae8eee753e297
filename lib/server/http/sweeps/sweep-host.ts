import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { database, type Database } from '@/lib/server/db/client';
import { processWide } from '@/lib/server/process-wide';
import { activeSweeps } from '@/lib/server/db/sweeps/sweeps';
import { ProcessLane, type LaneEnd } from '@/lib/server/process-lane';
import { ENGINE } from '@/lib/engine/replay/engine';
import { failOtherEngine } from './compute-share';
import { SWEEP_PROGRAM } from './sweep-arguments';

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 10_000;

/** Milliseconds between checks for sweeps that another server received. */
const ATTEND_MS = 5_000;

/**
 * Below that of imports (3), less than half of their share: a sweep computes on every processor for minutes, an import on one for
 * seconds, and who waits for it looks at the page.
 */
const SWEEP_PRIORITY = 7;

/** Starts the process with a lower priority than the server and its imports. */
function forkSweepProcess(): ChildProcess {
  const program = path.join(/* turbopackIgnore: true */ process.cwd(), SWEEP_PROGRAM);
  const child = fork(/* turbopackIgnore: true */ program, [], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Now, while the process has one thread: its other threads inherit the priority.
  if (child.pid !== undefined) setPriority(child.pid, SWEEP_PRIORITY);
  return child;
}

/** Keeps a process running while sweeps wait. */
class SweepHost {
  readonly #lane = new ProcessLane({
    start: forkSweepProcess,
    onEnd: (end) => this.#ended(end),
  });
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | undefined;
  #attending: NodeJS.Timeout | undefined;

  /** Id of its process while one runs. */
  get pid(): number | undefined {
    return this.#lane.pid;
  }

  /** Notifies the process of a waiting sweep; starts it if necessary. */
  wake(): void {
    clearTimeout(this.#retry);
    this.#lane.wake();
  }

  /** At the server's start: goes on with the sweeps of this engine, and ends those of another. */
  async resume(db: Database): Promise<void> {
    for (const sweep of await activeSweeps(db)) {
      if (sweep.engine !== ENGINE) await failOtherEngine(db, sweep);
      else this.wake();
    }
    // Servers that share a database wake their processes for each other's sweeps.
    if (db.dialect.importsAtOnce) {
      this.#attending ??= setInterval(() => void this.#wakeIfNeeded(), ATTEND_MS).unref();
    }
  }

  /** Ends the process and starts no other; its sweeps wait for the next start. */
  async stop(): Promise<void> {
    for (const timer of [this.#retry, this.#attending]) clearTimeout(timer);
    await this.#lane.stop();
  }

  #ended(end: LaneEnd): void {
    const early = end.kind === 'early';
    if (early) console.error('A process that computes sweeps ended early:', end.failure);
    this.#retryMs = early ? Math.min(this.#retryMs * 2, LONGEST_RETRY_MS) : FIRST_RETRY_MS;
    clearTimeout(this.#retry);
    // A sweep may have arrived while it was ending.
    this.#retry = setTimeout(() => void this.#wakeIfNeeded(), this.#retryMs).unref();
  }

  async #wakeIfNeeded(): Promise<void> {
    try {
      const sweeps = await activeSweeps(await database());
      if (sweeps.some(({ engine }) => engine === ENGINE)) this.#lane.wake();
    } catch (error) {
      console.error('The kept sweeps could not be read:', error);
    }
  }
}

/** The server's process for sweeps, shared by all its bundles. */
export const sweepHost = processWide('sweepHost', () => new SweepHost());
