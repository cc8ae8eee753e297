import { database, type Database } from '@/lib/db/client';
import type { ImportRow } from '@/lib/db/imports';
import { retireLiveKey } from '@/lib/db/live-sessions';
import {
  dirtyGroups,
  forgetGroups,
  hasUnread,
  markRead,
  otlpLiveKey,
  recordsOfTraces,
  tracesOfGroup,
} from '@/lib/db/otlp';
import { importHost } from './import-host';
import { receiveTrace } from './uploads';

/** A group is imported when nothing came for so long … */
const QUIET_MS = 1_000;

/** … or at the latest so long after its first unread record. */
const LATEST_MS = 5_000;

const POLL_MS = 500;

/** Records are kept for so long after the last one of their group: until then the session grows. */
export const KEEP_RECORDS_MS = 7 * 24 * 60 * 60_000;
const FORGET_EVERY_MS = 60 * 60_000;

/** Attributes that only records of model calls and their messages have. */
const TELLING =
  /"key":"(gen_ai|llm|openinference|ai|traceloop|gcp\.vertex\.agent|langfuse|langsmith|input|output)\./;

/**
 * Queues an import of all records of a group; null where none of them is of a model call. When
 * records have left the group for a conversation and none is left, its sessions go.
 */
export async function queueGroup(db: Database, group: string): Promise<ImportRow | null> {
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
    {
      origin: 'otlp',
      liveKey: otlpLiveKey(group),
    },
  );
  // Should the process die before, they are imported once more: nothing is lost or doubled.
  await markRead(db, traces);
  return row;
}

async function* linesOf(db: Database, traceIds: readonly string[]): AsyncGenerator<Uint8Array> {
  for await (const payload of recordsOfTraces(db, traceIds)) yield Buffer.from(`${payload}\n`);
}

/** Imports groups of records once they are quiet. */
export class OtlpGroups {
  readonly #queue: (group: string) => Promise<unknown>;
  readonly #list: typeof dirtyGroups;
  readonly #database: () => Promise<Database>;
  /** When unread records of a group were first seen. */
  readonly #firstSeen = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #forgotAt = 0;

  constructor(
    open: () => Promise<Database> = database,
    list = dirtyGroups,
    queue = async (group: string): Promise<unknown> => queueGroup(await open(), group),
  ) {
    this.#database = open;
    this.#list = list;
    this.#queue = queue;
  }

  /** Records came, or may have been left by a server that was stopped. */
  wake(): void {
    this.#timer ??= setTimeout(() => void this.#turn(), POLL_MS);
    this.#timer.unref();
  }

  /** Queues what is due at `now`; true while groups wait. */
  async sweep(now: number): Promise<boolean> {
    const db = await this.#database();
    const groups = await this.#list(db);
    const known = new Set(groups.map(({ group }) => group));
    for (const group of this.#firstSeen.keys())
      if (!known.has(group)) this.#firstSeen.delete(group);
    let queued = 0;
    for (const { group, newestAt } of groups) {
      const first = this.#firstSeen.get(group) ?? now;
      this.#firstSeen.set(group, first);
      if (now - newestAt < QUIET_MS && now - first < LATEST_MS) continue;
      this.#firstSeen.delete(group);
      if ((await this.#queue(group)) !== null) queued++;
    }
    if (queued > 0) importHost().wake();
    if (now - this.#forgotAt > FORGET_EVERY_MS) {
      this.#forgotAt = now;
      while ((await forgetGroups(db, now - KEEP_RECORDS_MS)) > 0);
    }
    return groups.length > 0;
  }

  /** Ends it; for tests. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #turn(): Promise<void> {
    let more = true;
    try {
      more = await this.sweep(Date.now());
    } catch (error) {
      console.error('Telemetry could not be queued for import:', error);
    }
    this.#timer = undefined;
    if (more || (await this.#hasPending())) this.wake();
  }

  /** A group whose import waits is not listed, but may be unread again when it has ended. */
  async #hasPending(): Promise<boolean> {
    try {
      return await hasUnread(await this.#database());
    } catch {
      return true;
    }
  }
}

const shared = globalThis as typeof globalThis & { highwaterOtlpGroups?: OtlpGroups };

/** The groups of this server; one for all bundles of the server. */
export function otlpGroups(): OtlpGroups {
  shared.highwaterOtlpGroups ??= new OtlpGroups();
  return shared.highwaterOtlpGroups;
}
