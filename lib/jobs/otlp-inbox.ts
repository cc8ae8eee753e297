import { database } from '@/lib/db/client';
import { OtlpStore } from '@/lib/db/otlp';
import type { OtlpArrival } from '@/lib/ingest/otlp-records';
import { otlpGroups } from './otlp-groups';

/** Records of one commit come within so long: a commit each would be most of the work. */
const GATHER_MS = 20;

/** Bytes of records that may wait for their commit; what comes on top is sent back. */
export const MOST_WAITING_BYTES = 64_000_000;

/** A commit takes no more than so many bytes, so that others may write in between. */
const COMMIT_BYTES = 4_000_000;

interface Waiting {
  readonly records: readonly OtlpArrival[];
  readonly bytes: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Stores arriving records, those of some milliseconds together. */
export class OtlpInbox {
  readonly #store: () => Promise<Pick<OtlpStore, 'store'>>;
  readonly #stored: () => void;
  readonly #most: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #running = false;

  constructor(
    store: () => Promise<Pick<OtlpStore, 'store'>>,
    stored: () => void,
    most = MOST_WAITING_BYTES,
  ) {
    this.#store = store;
    this.#stored = stored;
    this.#most = most;
  }

  /** Whether a request of so many bytes is to be sent back: too much waits already. */
  isFull(bytes: number): boolean {
    return this.#bytes > 0 && this.#bytes + bytes > this.#most;
  }

  /** Resolves once the records are committed. @throws what the database said. */
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
      const store = await this.#store();
      await store.store(batch.flatMap(({ records }) => records));
      for (const { done } of batch) done();
      this.#stored();
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

const shared = globalThis as typeof globalThis & {
  highwaterOtlpInbox?: OtlpInbox;
  highwaterOtlpStore?: Promise<OtlpStore>;
};

function openStore(): Promise<OtlpStore> {
  shared.highwaterOtlpStore ??= database()
    .then((db) => OtlpStore.open(db))
    .catch((error: unknown) => {
      delete shared.highwaterOtlpStore;
      throw error;
    });
  return shared.highwaterOtlpStore;
}

/** The inbox of this server; one for all bundles of the server. */
export function otlpInbox(): OtlpInbox {
  shared.highwaterOtlpInbox ??= new OtlpInbox(openStore, () => otlpGroups().wake());
  return shared.highwaterOtlpInbox;
}

/** Ends the inbox's connection; for tests. */
export async function closeOtlpInbox(): Promise<void> {
  await (await shared.highwaterOtlpStore)?.close();
  delete shared.highwaterOtlpStore;
  delete shared.highwaterOtlpInbox;
}
