import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isBelow, realFolder, withoutTilde } from '@/lib/server/roots/watch-roots';
import { InputError, UsageError } from '../exit-code';

/** Most bytes of a file that is read for an agent. */
const MOST_BYTES = 1024 ** 3;

/** The folders whose files a server may read. */
export class AllowedFiles {
  private constructor(private readonly roots: readonly string[]) {}

  /** @throws UsageError for a root that is no folder. */
  static async below(roots: readonly string[]): Promise<AllowedFiles> {
    const real = await Promise.all(
      roots.map(async (root) => {
        const folder = await realFolder(path.resolve(withoutTilde(root)));
        if (folder === null) throw new UsageError(`--root ${root}: there is no such folder.`);
        return folder;
      }),
    );
    return new AllowedFiles(real);
  }

  /** The roots, as a sentence says them. */
  get names(): string {
    return this.roots.join(', ');
  }

  /**
   * The real path of a file or a folder below a root; a relative path starts at the first one. Links are
   * followed, and must end below a root too. @throws InputError
   */
  async resolve(given: string): Promise<string> {
    const named = path.resolve(this.roots[0] ?? '', withoutTilde(given));
    const real = await realpath(named).catch((error: NodeJS.ErrnoException) => error.code ?? '');
    const found = path.isAbsolute(real) ? real : null;
    if (!this.#holds(found ?? named)) {
      throw new InputError(
        `${given}: It is outside of the folders that this server reads (${this.names}). Start "highwater mcp" with --root <folder> to add one.`,
      );
    }
    if (found === null) {
      throw new InputError(`${given}: There is no such file. "list_sessions" lists a folder.`);
    }
    const facts = await stat(found);
    if (!facts.isFile() && !facts.isDirectory()) {
      throw new InputError(`${given}: It is neither a file nor a folder. Name a recording.`);
    }
    if (facts.isFile() && facts.size > MOST_BYTES) {
      throw new InputError(
        `${given}: It is larger than 1 GiB. Read it with the command line: highwater import.`,
      );
    }
    return found;
  }

  #holds(file: string): boolean {
    return this.roots.some((root) => isBelow(root, file));
  }
}
