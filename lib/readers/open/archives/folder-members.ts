import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { ArchiveCaps } from '../open-limits';
import { diskMember, FoundMembers, passedOverReason, type MemberSet } from './members';
import { asImportError } from '../trace-file';

/**
 * All files of a folder, hidden folders included (agents keep their logs there). Does not follow links.
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
  readonly #found = new FoundMembers();
  /** The error of the cap that the folder exceeds. */
  beyond: ImportError | null = null;

  constructor(private readonly caps: ArchiveCaps) {}

  async into(folder: string, prefix: string): Promise<void> {
    for await (const entry of await opendir(folder)) {
      if (this.beyond !== null) return;
      const name = `${prefix}${entry.name}`;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await this.#folder(path, `${name}/`);
      else if (entry.isFile()) await this.#file(path, name);
      else if (entry.isSymbolicLink()) this.#found.pass(name, 'a link, not followed');
      else this.#found.pass(name, 'not a file');
    }
  }

  async #folder(path: string, name: string): Promise<void> {
    // Names of folders end in a slash.
    const reason = passedOverReason(`${name}x`);
    if (reason !== null) return this.#found.pass(name, reason);
    try {
      await this.into(path, name);
    } catch (error) {
      this.#found.refused.push({ name, bytes: 0, error: asImportError(error) });
    }
  }

  async #file(path: string, name: string): Promise<void> {
    const reason = passedOverReason(name);
    if (reason !== null) return this.#found.pass(name, reason);
    const { size } = await lstat(path);
    this.#found.members.push(diskMember(name, path, size));
    if (this.#found.members.length <= this.caps.entries) return;
    const message = `The folder contains more than ${this.caps.entries} files, the limit.`;
    this.beyond = { code: 'too-large', message };
  }

  members(): MemberSet {
    return this.#found.set('folder');
  }
}
