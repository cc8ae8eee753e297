import { database } from '@/lib/server/db/client';
import { storeRecords } from '@/lib/server/db/imports/otlp';
import { processWide } from '@/lib/server/process-wide';
import type { OtlpArrival } from './otlp-records';
import { otlpGroups } from './otlp-groups';

/** Bytes of records that may wait for a commit; further requests are refused. */
const MOST_WAITING_BYTES = 64_000_000;

/** Most bytes per commit, so that other processes may write in between. */
const COMMIT_BYTES = 4_000_000;

interface Waiting {
  readonly records: readonly OtlpArrival[];
  readonly bytes: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Stores received records, those of all requests that arrived while a transaction ran in the next
 * one: one transaction per request would be most of the work.
 */
export class OtlpInbox {
  #waiting: Waiting[] = [];
  #bytes = 0;
  #running = false;

  constructor(
    private readonly store: (records: readonly OtlpArrival[]) => Promise<void>,
    private readonly stored: () => void,
    private readonly most = MOST_WAITING_BYTES,
  ) {}

  /** True if a request of so many bytes must be refused because too much waits. */
  isFull(bytes: number): boolean {
    return this.#bytes > 0 && this.#bytes + bytes > this.most;
  }

  /** Resolves once the records are committed. @throws the database's error. */
  add(records: readonly OtlpArrival[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    const bytes = records.reduce((sum, { payload }) => sum + payload.length, 0);
    this.#bytes += bytes;
    const added = new Promise<void>((done, failed) => {
      this.#waiting.push({ records, bytes, done, failed });
    });
    if (!this.#running) {
      this.#running = true;
      setImmediate(() => void this.#commit());
    }
    return added;
  }

  async #commit(): Promise<void> {
    const batch = this.#batch();
    try {
      await this.store(batch.flatMap(({ records }) => records));
      for (const { done } of batch) done();
      this.stored();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
    for (const { bytes } of batch) this.#bytes -= bytes;
    if (this.#waiting.length === 0) this.#running = false;
    else setImmediate(() => void this.#commit());
  }

  #batch(): readonly Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const item of this.#waiting) {
      if (count > 0 && bytes + item.bytes > COMMIT_BYTES) break;
      bytes += item.bytes;
      count++;
    }
    return this.#waiting.splice(0, count);
  }
}

/** The server's inbox, shared by all its bundles. */
export const otlpInbox = processWide(
  'otlpInbox',
  () =>
    new OtlpInbox(
      async (records) => storeRecords(await database(), records),
      () => otlpGroups().wake(),
    ),
);

/** Forgets the inbox and ends the groups' schedule; for tests. */
export async function closeOtlpInbox(): Promise<void> {
  await otlpGroups.known()?.stop();
  otlpGroups.drop();
  otlpInbox.drop();
}
