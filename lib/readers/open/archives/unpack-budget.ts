import type { ImportError } from '@/lib/readers/importers/importer';
import { ARCHIVE_CAPS, type ArchiveCaps } from '../open-limits';
import { TraceFault } from '../trace-file';
import { gigabytes, shownName } from './shown';

const ADVICE = 'unpack it yourself and import the traces inside';

/**
 * Counts what one upload unpacks to, over all layers of all archives in it: a small archive of
 * archives may not become a large one.
 */
export class UnpackBudget {
  readonly caps: ArchiveCaps;
  readonly #packed: number;
  #members = 0;
  #stated = 0;
  #unpacked = 0;
  #fault: ImportError | null = null;

  /** `packed`: bytes of the upload; Infinity for a folder. */
  constructor(packed: number, caps: ArchiveCaps = ARCHIVE_CAPS) {
    this.#packed = packed;
    this.caps = caps;
  }

  /** The error of an exceeded cap: nothing more is unpacked. */
  get fault(): ImportError | null {
    return this.#fault;
  }

  /** Bytes unpacked so far. */
  get bytes(): number {
    return this.#unpacked;
  }

  /** Counts a member of an archive and its size as stated; returns the error of an exceeded cap. */
  member(name: string, bytes: number): ImportError | null {
    this.#members++;
    this.#stated += bytes;
    const { entries, fewEntries, bytesPerEntry, totalBytes } = this.caps;
    const most = Math.min(entries, fewEntries + Math.floor(this.#packed / bytesPerEntry));
    const at = shownName(name);
    if (this.#members > most) {
      return this.#exceed(
        most < entries
          ? `The archive contains more than ${most} files, the limit for its size; “${at}” is one too many: ${ADVICE}.`
          : `The archive contains more than ${entries} files, the limit; “${at}” is one too many.`,
      );
    }
    if (this.#stated > totalBytes) {
      return this.#exceed(
        `With “${at}” the archive unpacks to more than ${gigabytes(totalBytes)}, the limit.`,
      );
    }
    return null;
  }

  /** Counts decompressed bytes. @throws TraceFault beyond a cap. */
  unpacked(bytes: number): void {
    this.#unpacked += bytes;
    const { totalBytes, ratio, ratioFrom } = this.caps;
    if (this.#unpacked > totalBytes) {
      this.#exceed(
        `The file unpacks to more than ${gigabytes(totalBytes)} over all its layers, the limit.`,
      );
    } else if (this.#unpacked > ratioFrom && this.#unpacked > ratio * this.#packed) {
      this.#exceed(
        `The file unpacks to more than ${ratio} times its size, like a decompression bomb: ${ADVICE}.`,
      );
    }
    if (this.#fault !== null) throw new TraceFault(this.#fault);
  }

  #exceed(message: string): ImportError {
    this.#fault ??= { code: 'too-large', message };
    return this.#fault;
  }
}
