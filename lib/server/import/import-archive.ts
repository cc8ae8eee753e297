import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from '@/lib/server/data-folder';
import type { Claim, ClaimedImport } from '@/lib/server/db/imports/claims';
import type { Database } from '@/lib/server/db/client';
import { chunksOf } from '@/lib/server/db/chunks';
import { makeFolder, syncFolder } from '@/lib/server/db/durable';
import { newId } from '@/lib/server/db/id';
import { completeArchive, type NewMember } from '@/lib/server/db/imports/complete-archive';
import type { ImportFailure } from '@/lib/server/db/imports/import-queue';
import { dropUploads, keepUpload } from '@/lib/server/db/imports/upload-chunks';
import { neutralName } from '@/lib/engine/base/text/neutral-name';
import { ReceiptBuilder } from '@/lib/readers/importers/receipt';
import { expand, type Expansion } from '@/lib/readers/open/archives/expand';
import type { OpenMembers } from '@/lib/readers/open/open-trace';
import { storesNumbersOnly } from './import-options';
import { receiptWithoutNames, withoutNames } from './without-names';

/** Inputs for importing an archive. */
interface ArchiveRun {
  readonly db: Database;
  readonly job: ClaimedImport;
  readonly signal: AbortSignal;
  readonly progress: (bytes: number, records: number) => void;
}

/** Folder of waiting uploads. */
export const uploadFolder = (db: Pick<Database, 'folder'>): string =>
  path.join(db.folder, 'uploads');

/** Waits until the disk has the names of the uploads; on PostgreSQL they are in the database. */
export async function settleUploads(db: Database): Promise<void> {
  if (db.dialect.kind === 'sqlite') await syncFolder(uploadFolder(db));
}

/** Suffix of the folder into which an import unpacks its archive; the import's id precedes it. */
const UNPACKED = '.unpacked';

/** Path of an import's folder; removes a folder left by a killed process. */
export async function unpackedFolder(db: Database, { id }: Claim): Promise<string> {
  const folder = path.join(uploadFolder(db), id + UNPACKED);
  await removeFolder(folder);
  return folder;
}

/** Removes an import's folder, if any. */
export async function removeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) await rm(folder, { recursive: true, force: true });
}

/**
 * Unpacks an archive: each member becomes a separate import or is listed as refused. Returns a
 * failure if the whole archive is refused, false if the import was cancelled meanwhile.
 */
export async function importArchive(
  { db, job, signal, progress }: ArchiveRun,
  { set, budget }: OpenMembers,
  scratch: string,
): Promise<ImportFailure | boolean> {
  const folder = path.join(scratch, 'members');
  const onProgress = (share: number): void => progress(Math.floor(job.bytes * share), 0);
  const expanded = await expand(set, { folder, budget, signal, onProgress });
  if (!expanded.ok) return expanded.error;
  const found = await keepMembers(db, expanded.value);
  const whole = receiptOf(set.kind, expanded.value);
  const numbersOnly = storesNumbersOnly(job);
  const members = numbersOnly ? found.map(memberWithoutNames) : found;
  const receipt = numbersOnly ? receiptWithoutNames(whole) : whole;
  const outcome = { format: set.kind, receipt: JSON.stringify(receipt), records: receipt.read };
  const completed = await completeArchive(db, job, outcome, members);
  if (!completed) {
    await dropUploads(
      db,
      members.flatMap((member) => ('path' in member ? [member.path] : [])),
    );
  }
  return completed;
}

/** Most refused members that are listed; the receipt counts all. */
const MOST_REFUSED = 1_000;

/** Members moved at the same time: each waits for the disk. */
const KEPT_AT_ONCE = 8;

/** Moves unpacked members to the folder of uploads under unique names. */
async function keepMembers(db: Database, found: Expansion): Promise<readonly NewMember[]> {
  await makeFolder(uploadFolder(db));
  makePrivateFolder(uploadFolder(db));
  const members: NewMember[] = [];
  for (const some of chunksOf(found.members, KEPT_AT_ONCE)) {
    const kept = some.map(async ({ name, path: unpacked, bytes, sha256 }) => {
      const file = path.join(uploadFolder(db), newId());
      await rename(unpacked, file);
      return { file: name, bytes, sha256, path: await keepUpload(db, file) };
    });
    members.push(...(await Promise.all(kept)));
  }
  await settleUploads(db);
  const refused = found.refused.slice(0, MOST_REFUSED).map(({ name, bytes, error }) => ({
    file: name,
    bytes,
    refused: error,
  }));
  return [...members, ...refused];
}

const memberWithoutNames = (member: NewMember, index: number): NewMember => ({
  ...member,
  file: neutralName(member.file, index + 1),
  ...('refused' in member ? { refused: withoutNames(member.refused) } : {}),
});

/** Receipt with one record per file: kept as a separate import, or dropped with the reason. */
function receiptOf(format: string, { members, refused, passedOver }: Expansion) {
  const receipt = new ReceiptBuilder();
  members.forEach(() => receipt.keep());
  for (const { name, error } of refused) {
    receipt.lose(`refused: ${error.message.replace(/\.$/, '')}`, name);
  }
  for (const { name, reason } of passedOver) receipt.drop(reason, name);
  if (refused.length > MOST_REFUSED) {
    receipt.remark(`Only the first ${MOST_REFUSED} of ${refused.length} refused files are listed.`);
  }
  receipt.remark('Every file that was kept is an import of its own, listed with this archive.');
  return receipt.finish(format);
}
