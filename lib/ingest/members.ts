import type { ImportError } from '@/lib/importers/importer';
import type { ArchiveCaps } from './ingest-limits';
import { gigabytes } from './decoded-bytes';
import type { TraceBytes } from './trace-bytes';

/** What files that came together came in. */
export type MemberKind = 'zip' | 'tar' | 'folder';

/** A file of an archive or a folder. */
export interface Member {
  /** Its path inside, with `/` between folders. */
  readonly name: string;
  /** Its size, as the archive states it; what is read may not differ. */
  readonly bytes: number;
  /** Where it lies on the disk, if it does: a file of a folder, or unpacked already. */
  readonly path: string | null;
  /** Of its content, where it was unpacked already: such a file may be moved instead of copied. */
  readonly sha256: string | null;
  /** Opens its content; only one reading at a time. */
  open(): Promise<TraceBytes & { close(): Promise<void> }>;
}

/** A file that is refused, by name. */
export interface RefusedMember {
  readonly name: string;
  readonly bytes: number;
  readonly error: ImportError;
}

/** Something in an archive that is no trace and was not looked at. */
export interface PassedOver {
  readonly name: string;
  readonly reason: string;
}

/** Files that came together, ordered by name. */
export interface MemberSet {
  readonly kind: MemberKind;
  readonly members: readonly Member[];
  readonly refused: readonly RefusedMember[];
  readonly passedOver: readonly PassedOver[];
  readonly close: () => Promise<void>;
}

/** Files that systems and programs leave in every folder. */
const NOISE =
  /(^|\/)(__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$|\.git\/|node_modules\/)/i;

/** Why a file is no trace by its name alone; null where it may be one. */
export const passedOverReason = (name: string): string | null =>
  name.endsWith('/') ? 'a folder' : NOISE.test(name) ? 'left there by another program' : null;

/** Windows writes backslashes; `./` at the beginning says nothing. */
export const memberName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^(\.\/+)+/, '');

/** Why a member is refused by its name; null for a name that is harmless. Nothing is ever written there. */
export function nameFault(name: string, caps: ArchiveCaps): ImportError | null {
  const refuse = (message: string): ImportError => ({ code: 'refused', message });
  if (name === '') return refuse('The file has no name.');
  if (name.length > caps.nameLength) {
    return refuse(`Its name is longer than ${caps.nameLength} characters.`);
  }
  if (name.includes('\0')) return refuse('Its name holds a NUL character.');
  if (/^(\/|[a-z]:)/i.test(name)) return refuse('Its name is an absolute path.');
  if (name.split('/').includes('..')) return refuse('Its name leads out of the archive (“..”).');
  return null;
}

/** A name as messages show it: without control characters and not endless. */
export const shownName = (name: string): string => {
  const shown = name.replace(/\p{Cc}/gu, '�');
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
};

/** Counts what an archive holds against the caps. */
export class MemberCount {
  readonly #caps: ArchiveCaps;
  #entries = 0;
  #bytes = 0;

  constructor(caps: ArchiveCaps) {
    this.#caps = caps;
  }

  /** Takes an entry; the error of the cap it exceeds. */
  add(name: string, bytes: number): ImportError | null {
    this.#entries++;
    this.#bytes += bytes;
    const { entries, totalBytes } = this.#caps;
    const at = shownName(name);
    if (this.#entries > entries) {
      const message = `The archive holds more than ${entries} files, the most that are read; “${at}” is one too many.`;
      return { code: 'too-large', message };
    }
    if (this.#bytes > totalBytes) {
      const message = `With “${at}” the archive unfolds to more than ${gigabytes(totalBytes)}, the most that is read.`;
      return { code: 'too-large', message };
    }
    return null;
  }
}

/** Orders by code unit, so that every machine agrees. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
