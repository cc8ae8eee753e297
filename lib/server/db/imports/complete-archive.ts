import { insertChange } from '../changes';
import { chunksOf } from '../chunks';
import type { Database, Value } from '../client';
import type { Import } from '../generated/client';
import { newId } from '../id';
import { storable } from '../storable-text';
import { heldValues, WHILE_HELD, type Claim } from './claims';
import type { ImportFailure } from './import-queue';

/** A member of an archive: a trace to import, or a refused file. */
export type NewMember =
  | {
      readonly file: string;
      readonly bytes: number;
      readonly sha256: string;
      readonly path: string;
    }
  | { readonly file: string; readonly bytes: number; readonly refused: ImportFailure };

type Archive = Claim & Pick<Import, 'options' | 'bytes'>;

/** Columns of a member's row. */
const COLUMNS = [
  ...['id', 'file', 'bytes', 'sha256', 'path', 'origin', 'parentId', 'options'],
  ...['status', 'error', 'createdAt', 'finishedAt'],
];

/** Rows per statement. */
const CHUNK = 200;

/**
 * Ends an archive's import and queues its members as imports, in one transaction. False if it was
 * cancelled or taken over meanwhile. Without Prisma, which takes tens of seconds for the most members
 * that an archive may have; nobody else can write meanwhile.
 */
export async function completeArchive(
  { importing }: Database,
  archive: Archive,
  outcome: { readonly format: string; readonly receipt: string; readonly records: number },
  members: readonly NewMember[],
): Promise<boolean> {
  const now = Date.now();
  const rows = members.map((member) => memberRow(archive, member, now));
  return importing.transaction(async (tx) => {
    const ended = await tx.execute(
      `UPDATE "Import" SET "status" = 'done', "host" = NULL, "pid" = NULL, "format" = ?,
         "bytesRead" = ?, "records" = ?, "receipt" = ?, "finishedAt" = ?
       WHERE ${WHILE_HELD} AND NOT "cancel"`,
      [
        ...[outcome.format, archive.bytes, outcome.records, outcome.receipt, now],
        ...heldValues(archive),
      ],
    );
    if (ended === 0) return false;
    for (const chunk of chunksOf(rows, CHUNK))
      await tx.execute(insertOf(chunk.length), chunk.flat());
    await insertChange(tx, 'import', archive.id);
    return true;
  });
}

const insertOf = (rows: number): string => {
  const names = COLUMNS.map((name) => `"${name}"`).join(', ');
  const row = `(${COLUMNS.map(() => '?').join(', ')})`;
  return `INSERT INTO "Import" (${names}) VALUES ${Array<string>(rows).fill(row).join(', ')}`;
};

/** Values of a member's row, by column. */
function memberRow({ id, options }: Archive, member: NewMember, now: number): readonly Value[] {
  const common = [newId(), storable(member.file), member.bytes];
  const origin = ['member', id, options];
  if (!('refused' in member)) {
    return [...common, member.sha256, member.path, ...origin, 'queued', null, now, null];
  }
  return [...common, '', '', ...origin, 'failed', JSON.stringify(member.refused), now, now];
}
