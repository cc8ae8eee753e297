import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Claim } from '@/lib/server/db/imports/claims';
import type { Database } from '@/lib/server/db/client';
import type { ImportFailure } from '@/lib/server/db/imports/import-queue';
import { uploadFolder } from '../import-archive';

/** Why an import's process was ended from outside: the import fails, or is read by another lane. */
export type Verdict =
  { readonly kind: 'failed'; readonly failure: ImportFailure } | { readonly kind: 'again' };

/** Suffix of a verdict's file; the import's id and the number of the attempt precede it. */
const VERDICT = '.verdict';

type Attempt = Pick<Claim, 'id' | 'attempts'>;

/**
 * Path of the verdict on one attempt. It is a file because the process that is ended writes it, and
 * another one, perhaps of a later start, ends the import.
 */
export const verdictPath = (db: Pick<Database, 'folder'>, { id, attempts }: Attempt): string =>
  path.join(uploadFolder(db), `${id}.${attempts}${VERDICT}`);

/** Writes the verdict on an attempt, whole or not at all: another process may read it at any moment. */
export async function writeVerdict(
  db: Pick<Database, 'folder'>,
  attempt: Attempt,
  verdict: Verdict,
): Promise<void> {
  await mkdir(uploadFolder(db), { recursive: true });
  const file = verdictPath(db, attempt);
  await writeFile(`${file}.part`, JSON.stringify(verdict));
  await rename(`${file}.part`, file);
}

/** The same at once, by the process that is about to end. */
export function writeVerdictNow(
  db: Pick<Database, 'folder'>,
  attempt: Attempt,
  verdict: Verdict,
): void {
  // An upload to PostgreSQL is in no folder.
  mkdirSync(uploadFolder(db), { recursive: true });
  const file = verdictPath(db, attempt);
  writeFileSync(`${file}.own`, JSON.stringify(verdict));
  renameSync(`${file}.own`, file);
}

/** Reads and deletes the verdict on an attempt; null without one. */
export async function takeVerdict(
  db: Pick<Database, 'folder'>,
  attempt: Attempt,
): Promise<Verdict | null> {
  const file = verdictPath(db, attempt);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  await rm(file, { force: true });
  return JSON.parse(text) as Verdict;
}
