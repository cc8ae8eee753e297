import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError } from '@/lib/importers/importer';
import { diskMember } from './disk-member';
import type { ArchiveCaps } from './ingest-limits';
import {
  byName,
  passedOverReason,
  shownName,
  type Member,
  type MemberSet,
  type PassedOver,
  type RefusedMember,
} from './members';
import { asImportError } from './trace-file';

/**
 * Every file below a folder, hidden folders included (agents keep their logs there). Links are not
 * followed.
 */
export async function folderMembers(
  folder: string,
  caps: ArchiveCaps,
): Promise<Result<MemberSet, ImportError>> {
  const walk = new FolderWalk(caps);
  try {
    await walk.into(folder, '');
  } catch (error) {
    return err(asImportError(error));
  }
  return walk.beyond === null ? ok(walk.members()) : err(walk.beyond);
}

class FolderWalk {
  readonly #caps: ArchiveCaps;
  readonly #members: Member[] = [];
  readonly #refused: RefusedMember[] = [];
  readonly #passedOver: PassedOver[] = [];
  /** The cap that the folder exceeds. */
  beyond: ImportError | null = null;

  constructor(caps: ArchiveCaps) {
    this.#caps = caps;
  }

  async into(folder: string, prefix: string): Promise<void> {
    for await (const entry of await opendir(folder)) {
      if (this.beyond !== null) return;
      const name = `${prefix}${entry.name}`;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await this.#folder(path, `${name}/`);
      else if (entry.isFile()) await this.#file(path, name);
      else if (entry.isSymbolicLink()) this.#pass(name, 'a link, not followed');
      else this.#pass(name, 'not a file');
    }
  }

  async #folder(path: string, name: string): Promise<void> {
    // The name of a folder that is passed over ends in a slash, as does every other's.
    const reason = passedOverReason(`${name}x`);
    if (reason !== null) return this.#pass(name, reason);
    try {
      await this.into(path, name);
    } catch (error) {
      this.#refused.push({ name, bytes: 0, error: asImportError(error) });
    }
  }

  async #file(path: string, name: string): Promise<void> {
    const reason = passedOverReason(name);
    if (reason !== null) return this.#pass(name, reason);
    const { size } = await lstat(path);
    this.#members.push(diskMember(name, path, size));
    if (this.#members.length <= this.#caps.entries) return;
    const message = `The folder holds more than ${this.#caps.entries} files, the most that are read.`;
    this.beyond = { code: 'too-large', message };
  }

  #pass(name: string, reason: string): void {
    this.#passedOver.push({ name: shownName(name), reason });
  }

  members(): MemberSet {
    return {
      kind: 'folder',
      members: this.#members.sort(byName),
      refused: this.#refused,
      passedOver: this.#passedOver,
      close: () => Promise.resolve(),
    };
  }
}
