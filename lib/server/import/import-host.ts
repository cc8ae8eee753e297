import {
  hasUnattended,
  keepAlive,
  mayPass,
  runningImports,
  type RunningImport,
} from '@/lib/server/db/imports/claims';
import { database, type Database } from '@/lib/server/db/client';
import { pendingImports } from '@/lib/server/db/imports/imports';
import { processWide } from '@/lib/server/process-wide';
import { env } from '@/lib/server/env';
import type { LaneEnd, ProcessLane } from '@/lib/server/process-lane';
import { importLane } from './lanes/import-lane';
import { machineName } from './machine-name';
import { recoverImports } from './lanes/recover-imports';
import { STUCK } from './lanes/process-watch';
import { writeVerdict } from './lanes/verdict';

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 10_000;

/** Milliseconds between checks for imports received by other servers. */
const ATTEND_MS = 5_000;

/** Milliseconds between two looks at what the processes read. */
const LOOK_MS = 200;

/** Milliseconds in which a cancelled import may end by itself; then its process is ended. */
const GRACE_MS = 300;

/** Milliseconds after which an import is long, and small ones pass by. */
const LONG_MS = 1_500;

/** Milliseconds of an import's silence after which this server gives its heartbeat. */
const QUIET_MS = 2_000;

/**
 * Milliseconds without a sign of life after which an import is given up. A process ends itself after two
 * minutes of computing; one that does not even compute is ended by this.
 */
const STUCK_MS = 480_000;

/** An import that a process reads, as it was first seen. */
interface Seen {
  readonly since: number;
  heartbeat: number | null;
  alive: number;
  /** When this server gave its heartbeat. */
  kept: number;
  cancelled: number | null;
  /** A verdict on it was written. */
  judged: boolean;
}

const isPending = async (db: Database): Promise<boolean> => (await pendingImports(db)) > 0;

/** Keeps import processes running while traces wait, and ends one that does not answer. */
class ImportHost {
  readonly #first = this.#lane(false);
  /** Reads small imports while the other one reads a long one. */
  readonly #passing = this.#lane(true);
  readonly #seen = new Map<string, Seen>();
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | undefined;
  #attending: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;

  /** True while a process runs. */
  get isRunning(): boolean {
    return this.#first.pid !== undefined || this.#passing.pid !== undefined;
  }

  /** Notifies the process of a waiting trace; starts it if necessary. */
  wake(): void {
    clearTimeout(this.#retry);
    this.#first.wake();
    if (this.#looking === undefined) this.#lookAgain();
  }

  /**
   * For servers that share a database: checks periodically for waiting imports of any server and for
   * imports of a dead machine.
   */
  attend(): void {
    this.#attending ??= setInterval(() => void this.#wakeIf(hasUnattended), ATTEND_MS).unref();
  }

  /** Ends the processes and starts no other; their imports wait for the next start. */
  async stop(): Promise<void> {
    for (const timer of [this.#retry, this.#attending, this.#looking]) clearTimeout(timer);
    await Promise.all([this.#first.stop(), this.#passing.stop()]);
  }

  #lane(passing: boolean): ProcessLane {
    const memory = env().importMemory;
    return importLane({
      passing,
      memory: passing ? Math.max(memory / 2, Math.min(memory, 256 * 1024 ** 2)) : memory,
      onEnd: (end) => void this.#ended(end),
    });
  }

  async #ended(end: LaneEnd): Promise<void> {
    const early = end.kind === 'early';
    if (early) console.error('An import process ended early:', end.failure);
    this.#retryMs = early ? Math.min(this.#retryMs * 2, LONGEST_RETRY_MS) : FIRST_RETRY_MS;
    // A trace may have arrived while it was ending, and after a crash its trace waits.
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#wakeIf(isPending), this.#retryMs).unref();
    if (end.kind !== 'idle') await this.#safely((db) => recoverImports(db));
  }

  #wakeIf(needed: (db: Database) => Promise<boolean>): Promise<void> {
    return this.#safely(async (db) => {
      if (await needed(db)) this.wake();
    });
  }

  async #safely(work: (db: Database) => Promise<void>): Promise<void> {
    try {
      await work(await database());
    } catch (error) {
      console.error('The queue of imports could not be read:', error);
    }
  }

  #lookAgain(): void {
    this.#looking = setTimeout(() => {
      this.#looking = undefined;
      void this.#safely((db) => this.#look(db)).then(() => {
        if (this.isRunning) this.#lookAgain();
      });
    }, LOOK_MS).unref();
  }

  /** Ends processes whose import was cancelled or is stuck; lets small imports pass a long one. */
  async #look(db: Database): Promise<void> {
    const lanes = [this.#first, this.#passing];
    const pids = lanes.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
    const running = await runningImports(db, machineName(), pids);
    const keys = new Set(running.map(keyOf));
    for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key);
    const now = performance.now();
    await this.#keepAlive(db, running, now);
    for (const row of running) {
      const lane = lanes.find(({ pid }) => pid === row.pid);
      const seen = this.#see(row, now);
      if (seen.cancelled !== null && now - seen.cancelled >= GRACE_MS) lane?.kill();
      else if (!seen.judged && now - seen.alive >= STUCK_MS) {
        // Its end may take a while, and whoever recovers the import takes the verdict.
        seen.judged = true;
        await writeVerdict(db, row, { kind: 'failed', failure: STUCK });
        lane?.kill();
      } else if (lane === this.#first && now - seen.since >= LONG_MS && (await mayPass(db))) {
        this.#passing.wake();
      }
    }
  }

  /** The heartbeat of those that are inside one long call: their process is there, as nobody else knows. */
  async #keepAlive(db: Database, running: readonly RunningImport[], now: number): Promise<void> {
    const quiet = running.filter((row) => now - this.#see(row, now).alive >= QUIET_MS);
    const due = quiet.filter((row) => now - this.#see(row, now).kept >= QUIET_MS);
    if (due.length === 0) return;
    const beats = await keepAlive(db, machineName(), due);
    for (const row of due) {
      const seen = this.#see(row, now);
      seen.kept = now;
      seen.heartbeat = beats.get(row.id) ?? seen.heartbeat;
    }
  }

  #see(row: RunningImport, now: number): Seen {
    const first = {
      since: now,
      heartbeat: row.heartbeatAt,
      alive: now,
      kept: -Infinity,
      cancelled: null,
      judged: false,
    };
    const seen = this.#seen.get(keyOf(row)) ?? first;
    if (seen.heartbeat !== row.heartbeatAt) {
      seen.heartbeat = row.heartbeatAt;
      seen.alive = now;
    }
    if (row.cancel) seen.cancelled ??= now;
    this.#seen.set(keyOf(row), seen);
    return seen;
  }
}

const keyOf = ({ id, attempts }: RunningImport): string => `${id} ${attempts}`;

/** The server's import processes, shared by all its bundles. */
export const importHost = processWide('importHost', () => new ImportHost());
