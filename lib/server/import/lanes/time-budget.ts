import type { ClaimedImport } from '@/lib/server/db/imports/claims';
import { failWaiting, treeOf, type ImportTree } from '@/lib/server/db/imports/import-members';
import type { Database } from '@/lib/server/db/client';
import type { ImportFailure } from '@/lib/server/db/imports/import-queue';
import { dropUploads } from '@/lib/server/db/imports/upload-chunks';

/** Milliseconds that every import may take. */
const BASE_MS = 120_000;

/** Bytes that are read in a second on the slowest machine; the usual is a hundred times as much. */
const BYTES_A_SECOND = 256 * 1024;

/** Milliseconds that each member of an archive takes besides its bytes. */
const MEMBER_MS = 200;

/** Most milliseconds for reading so many bytes, unpacked ones included. */
export const allowedMs = (bytes: number): number => BASE_MS + (bytes / BYTES_A_SECOND) * 1_000;

const minutes = (ms: number): string => {
  const whole = Math.ceil(ms / 60_000);
  return whole === 1 ? '1 minute' : `${whole} minutes`;
};

/** Failure of an import that takes longer than `ms`. */
export const tookTooLong = (file: string, ms: number): ImportFailure => ({
  code: 'too-large',
  message: `“${file}” took longer than ${minutes(ms)} to read, the most for its size. Split it into parts, or export it without its longest texts.`,
});

/** Time that this process spent on the members of each archive. */
export class TreeTimes {
  readonly #spent = new Map<string, number>();
  readonly #allowed = new Map<string, number>();

  /** Adds time spent on an import; once an archive's took longer than they may, the others fail. */
  async ended(
    db: Database,
    { parentId }: Pick<ClaimedImport, 'parentId'>,
    ms: number,
  ): Promise<void> {
    const failure = parentId === null ? null : await this.#add(db, parentId, ms);
    if (parentId === null || failure === null) return;
    await dropUploads(db, await failWaiting(db, parentId, failure));
  }

  async #add(db: Database, parentId: string, ms: number): Promise<ImportFailure | null> {
    const spent = (this.#spent.get(parentId) ?? 0) + ms;
    this.#spent.set(parentId, spent);
    if (spent <= BASE_MS) return null;
    const allowed = this.#allowed.get(parentId) ?? treeMs(await treeOf(db, parentId));
    this.#allowed.set(parentId, allowed);
    if (spent <= allowed) return null;
    return {
      code: 'too-large',
      message: `The archive’s files took longer than ${minutes(allowed)} to read, the most for their number and size. Unpack it and import the traces in it.`,
    };
  }
}

const treeMs = ({ bytes, members }: ImportTree): number => allowedMs(bytes) + members * MEMBER_MS;
