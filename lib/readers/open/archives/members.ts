import type { ImportError } from '@/lib/readers/importers/importer';
import type { ArchiveCaps } from '../open-limits';
import { shownName } from './shown';
import type { TraceBytes } from '../trace-bytes';
import { TraceFault, TraceFile } from '../trace-file';

/** A file of an archive or a folder. */
export interface Member {
  /** Its path inside, with `/` between folders. */
  readonly name: string;
  /** Its size as stated by the archive; the content must match. */
  readonly bytes: number;
  /** Its path on disk, if any: a file of a folder, or already unpacked. */
  readonly path: string | null;
  /** SHA-256 of its content, if already unpacked: such a file may be moved instead of copied. */
  readonly sha256: string | null;
  /** Opens its content; one reading at a time. */
  open(): Promise<TraceBytes & { close(): Promise<void> }>;
}

/** A refused file. */
export interface RefusedMember {
  readonly name: string;
  readonly bytes: number;
  readonly error: ImportError;
}

/** Something in an archive that is not a trace and was not opened. */
export interface PassedOver {
  readonly name: string;
  readonly reason: string;
}

/** Files of an archive or a folder, ordered by name. */
export interface MemberSet {
  readonly kind: 'zip' | 'tar' | 'folder';
  readonly members: readonly Member[];
  readonly refused: readonly RefusedMember[];
  readonly passedOver: readonly PassedOver[];
  readonly close: () => Promise<void>;
}

/** Files that systems and programs create in every folder. */
const NOISE =
  /(^|\/)(__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$|\.git\/|node_modules\/)/i;

/** Reason for which a file's name rules out a trace; null if it may be one. */
export const passedOverReason = (name: string): string | null =>
  name.endsWith('/') ? 'a folder' : NOISE.test(name) ? 'left there by another program' : null;

/** Normalises a path: Windows' backslashes, a leading `./`. */
export const memberName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^(\.\/+)+/, '');

/** Reason for refusing a member's name; null for a harmless one. Names are never used as paths. */
export function nameFault(name: string, caps: ArchiveCaps): ImportError | null {
  const refuse = (message: string): ImportError => ({ code: 'refused', message });
  if (name === '') return refuse('The file has no name.');
  if (name.length > caps.nameLength) {
    return refuse(`Its name is longer than ${caps.nameLength} characters.`);
  }
  if (name.includes('\0')) return refuse('Its name contains a NUL character.');
  if (/^(\/|[a-z]:)/i.test(name)) return refuse('Its name is an absolute path.');
  if (name.split('/').includes('..')) return refuse('Its name leads out of the archive (“..”).');
  return null;
}

/** Orders by code unit, equal on every machine. */
const byName = (a: Member, b: Member): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Collects the files of an archive or a folder. */
export class FoundMembers {
  readonly members: Member[] = [];
  readonly refused: RefusedMember[] = [];
  readonly #passedOver: PassedOver[] = [];

  pass(name: string, reason: string): void {
    this.#passedOver.push({ name: shownName(name), reason });
  }

  refuse(name: string, bytes: number, error: ImportError): void {
    this.refused.push({ name: shownName(name), bytes, error });
  }

  set(kind: MemberSet['kind'], close: () => void = () => undefined): MemberSet {
    return {
      kind,
      members: this.members.sort(byName),
      refused: this.refused,
      passedOver: this.#passedOver,
      close: () => Promise.resolve(close()),
    };
  }
}

/** A member on disk. */
export const diskMember = (
  name: string,
  path: string,
  bytes: number,
  sha256: string | null = null,
): Member => ({
  name,
  bytes,
  path,
  sha256,
  open: async () => {
    const file = await TraceFile.open(path);
    if (!file.ok) throw new TraceFault(file.error);
    return file.value;
  },
});
