import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from '@/lib/server/data-folder';
import {
  corpusEvidenceSchema,
  type CorpusEvidence,
} from '@/lib/api/contract/tuning/evidence-contract';

/** Most pieces of evidence that are kept; those used longest ago go. */
const MOST_KEPT = 100;

/** Folder of kept evidence beside a library. */
export const evidenceFolder = (databaseUrl: string): string =>
  path.join(dataFolder(databaseUrl), 'evidence');

/** Evidence in files, named by the key of what it was computed from. */
export class KeptEvidence {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Kept evidence; null without it, or if its file cannot be read any more. */
  async find(key: string): Promise<CorpusEvidence | null> {
    const file = this.#fileOf(key);
    try {
      const evidence = corpusEvidenceSchema.parse(JSON.parse(await readFile(file, 'utf8')));
      const now = new Date();
      await utimes(file, now, now);
      return evidence;
    } catch {
      // It is computed anew.
      return null;
    }
  }

  /** Keeps evidence; nothing is kept where the folder cannot be written. */
  async put(key: string, evidence: CorpusEvidence): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const made = `${this.#fileOf(key)}.${process.pid}`;
      await writeFile(made, JSON.stringify(evidence), { mode: 0o600 });
      await rename(made, this.#fileOf(key));
      await this.#forgetOldest();
    } catch (error) {
      console.warn('Warning: the evidence of a corpus could not be kept.', error);
    }
  }

  async #forgetOldest(): Promise<void> {
    const names = await readdir(this.#folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#folder, name);
        return { file, usedAt: (await stat(file)).mtimeMs };
      }),
    );
    files.sort((a, b) => b.usedAt - a.usedAt);
    await Promise.all(files.slice(MOST_KEPT).map(({ file }) => rm(file, { force: true })));
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, `${key}.json`);
  }
}
