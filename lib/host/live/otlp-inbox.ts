import { database } from '@/lib/host/db/client';
import { OtlpStore } from '@/lib/host/db/imports/otlp';
import { processWide, type ProcessWide } from '@/lib/host/db/process-wide';
import type { OtlpArrival } from './otlp-records';
import { otlpGroups } from './otlp-groups';

/** Milliseconds of records per commit: one commit per request would be most of the work. */
const GATHER_MS = 20;

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

/** Stores received records in batches of some milliseconds. */
export class OtlpInbox {
  #waiting: Waiting[] = [];
  #bytes = 0;
  #running = false;

  constructor(
    private readonly store: () => Promise<Pick<OtlpStore, 'store'>>,
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
      setTimeout(() => void this.#commit(), GATHER_MS);
    }
    return added;
  }

  async #commit(): Promise<void> {
    const batch = this.#batch();
    try {
      const store = await this.store();
      await store.store(batch.flatMap(({ records }) => records));
      for (const { done } of batch) done();
      this.stored();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
    for (const { bytes } of batch) this.#bytes -= bytes;
    if (this.#waiting.length === 0) this.#running = false;
    else setTimeout(() => void this.#commit(), GATHER_MS);
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

const openStore: ProcessWide<Promise<OtlpStore>> = processWide('otlpStore', () =>
  database()
    .then((db) => OtlpStore.open(db))
    .catch((error: unknown) => {
      openStore.drop();
      throw error;
    }),
);

/** The server's inbox, shared by all its bundles. */
export const otlpInbox = processWide(
  'otlpInbox',
  () => new OtlpInbox(openStore, () => otlpGroups().wake()),
);

/** Closes the inbox's connection and ends the groups' schedule; for tests. */
export async function closeOtlpInbox(): Promise<void> {
  await otlpGroups.known()?.stop();
  otlpGroups.drop();
  await (await openStore.known())?.close();
  openStore.drop();
  otlpInbox.drop();
}
