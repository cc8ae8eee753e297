import { database, type Database } from '@/lib/server/db/client';
import type { ImportRow } from '@/lib/server/db/imports/imports';
import { loggable } from '@/lib/server/db/connection/storage-fault';
import { retireLiveKey } from '@/lib/server/db/sessions/live-sessions';
import {
  dirtyGroups,
  forgetGroups,
  hasUnread,
  markRead,
  otlpLiveKey,
  recordsOfTraces,
  tracesOfGroup,
} from '@/lib/server/db/imports/otlp';
import { importHost } from '@/lib/server/import/import-host';
import { receiveTrace } from '@/lib/server/import/uploads';
import { processWide } from '@/lib/server/process-wide';

/** Milliseconds without new records after which a group is imported … */
const QUIET_MS = 1_000;

/** … and the longest wait after its first unread record, in milliseconds. */
const LATEST_MS = 5_000;

const POLL_MS = 500;

/** Milliseconds to the next attempt after a failure. */
const FAULT_MS = 10_000;

/** Milliseconds for which records are kept after their group's last one; the session can grow. */
const KEEP_RECORDS_MS = 7 * 24 * 60 * 60_000;
const FORGET_EVERY_MS = 60 * 60_000;

/** Attributes found only on records of model calls and their messages. */
const TELLING =
  /"key":"(gen_ai|llm|openinference|ai|traceloop|gcp\.vertex\.agent|langfuse|langsmith|input|output)\./;

/**
 * Queues an import of all records of a group; null without a model call among them. Removes the
 * sessions of a group whose records all moved to a conversation.
 */
async function queueGroup(db: Database, group: string): Promise<ImportRow | null> {
  const traces = await tracesOfGroup(db, group);
  const ids = traces.map(({ traceId }) => traceId);
  const found = { records: 0, telling: false };
  for await (const payload of recordsOfTraces(db, ids)) {
    found.records++;
    found.telling = TELLING.test(payload);
    if (found.telling) break;
  }
  if (!found.telling) {
    if (found.records === 0) await retireLiveKey(db, otlpLiveKey(group));
    await markRead(db, traces);
    return null;
  }
  const row = await receiveTrace(
    db,
    `${group.replace(/[\p{Cc}/\\]/gu, '_')}.otlp.jsonl`,
    linesOf(db, ids),
    { origin: 'otlp', liveKey: otlpLiveKey(group) },
  );
  // If the process dies before this, they are imported again: nothing is lost or doubled.
  await markRead(db, traces);
  return row;
}

async function* linesOf(db: Database, traceIds: readonly string[]): AsyncGenerator<Uint8Array> {
  for await (const payload of recordsOfTraces(db, traceIds)) yield Buffer.from(`${payload}\n`);
}

/** Imports groups of records once they are quiet. */
export class OtlpGroups {
  /** Time at which a group's unread records were first seen. */
  readonly #firstSeen = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #turning: Promise<void> = Promise.resolve();
  #stopped = false;
  #forgotAt = 0;

  constructor(
    private readonly open: () => Promise<Database> = database,
    private readonly list = dirtyGroups,
    private readonly queue = async (group: string): Promise<unknown> =>
      queueGroup(await open(), group),
  ) {}

  /** Schedules imports after records arrived, or for records left by a stopped server. */
  wake(wait = POLL_MS): void {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => {
      this.#turning = this.#turn();
    }, wait);
    this.#timer.unref();
  }

  /** Queues groups due at `now`; true while groups wait. */
  async sweep(now: number): Promise<boolean> {
    const db = await this.open();
    const groups = await this.list(db);
    const known = new Set(groups.map(({ group }) => group));
    for (const group of this.#firstSeen.keys())
      if (!known.has(group)) this.#firstSeen.delete(group);
    let queued = 0;
    for (const { group, newestAt } of groups) {
      const first = this.#firstSeen.get(group) ?? now;
      this.#firstSeen.set(group, first);
      if (now - newestAt < QUIET_MS && now - first < LATEST_MS) continue;
      this.#firstSeen.delete(group);
      if ((await this.queue(group)) !== null) queued++;
    }
    if (queued > 0) importHost().wake();
    if (now - this.#forgotAt > FORGET_EVERY_MS) {
      this.#forgotAt = now;
      while ((await forgetGroups(db, now - KEEP_RECORDS_MS)) > 0);
    }
    return groups.length > 0;
  }

  /** Schedules nothing any more and waits for what runs; for tests. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#turning;
  }

  async #turn(): Promise<void> {
    let more = true;
    let wait = POLL_MS;
    try {
      more = await this.sweep(Date.now());
    } catch (error) {
      console.error('Telemetry could not be queued for import:', loggable(error));
      // A full disk is not free again after half a second.
      wait = FAULT_MS;
    }
    this.#timer = undefined;
    if (more || (await this.#hasPending())) this.wake(wait);
  }

  /** True if groups wait; one with a waiting import is not listed but may have unread records after. */
  async #hasPending(): Promise<boolean> {
    try {
      return await hasUnread(await this.open());
    } catch {
      return true;
    }
  }
}

/** The server's groups, shared by all its bundles. */
export const otlpGroups = processWide('otlpGroups', () => new OtlpGroups());
