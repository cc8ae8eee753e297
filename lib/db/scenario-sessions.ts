import { blobsOf, type RecordBlob } from './blob-buffer';
import type { Database } from './client';
import { compress } from './compress';
import type { Prisma } from './generated/client';
import { newId } from './id';
import type { StagedSession } from './import-stage';
import { encodeRefs } from './refs';

/** A session made by the program itself, whole and small. */
export interface WholeSession {
  readonly staged: StagedSession;
  /** JSON of each entry, in the order of the refs. */
  readonly entries: readonly string[];
  /** Of the session's canonical JSON: its size and its SHA-256 in hexadecimal. */
  readonly bytes: number;
  readonly sha256: string;
  /** JSON of the import's receipt. */
  readonly receipt: string;
}

/** The listed session that was stored whole under this content; null when there is none. */
export async function sessionOfContent(
  { prisma }: Pick<Database, 'prisma'> | { readonly prisma: Prisma.TransactionClient },
  sha256: string,
): Promise<string | null> {
  const found = await prisma.session.findFirst({
    where: { ready: true, deletedAt: null, import: { sha256, status: 'done' } },
    orderBy: { seq: 'asc' },
    select: { id: true },
  });
  return found?.id ?? null;
}

/**
 * Stores a session at once, as an import that is done: all of it or nothing. Where the library lists
 * a session of the same content already, that one's id is returned and nothing is stored.
 */
export async function storeWholeSession(db: Database, whole: WholeSession): Promise<string> {
  const { staged, bytes, sha256, receipt } = whole;
  const { file, format } = staged.row;
  const [data, texts, steps] = await Promise.all([
    packedData(staged),
    packed(blobsOf(whole.entries)),
    packed(blobsOf(staged.steps)),
  ]);
  const now = Date.now();
  const importId = newId();
  return db.exclusive(`content ${sha256}`, async (tx) => {
    const record = { id: importId, file, bytes, sha256, path: '', status: 'done', format, receipt };
    const counts = { bytesRead: bytes, records: 1, sessionCount: 1 };
    // A write comes first: on SQLite a second request for the same content waits here.
    await tx.import.create({ data: { ...record, ...counts, createdAt: now, finishedAt: now } });
    const known = await sessionOfContent({ prisma: tx }, sha256);
    if (known !== null) {
      await tx.import.delete({ where: { id: importId } });
      return known;
    }
    const id = newId();
    const row = { ...staged.row, id, importId, importedAt: now, ready: true };
    await tx.session.create({ data: row, select: { seq: true } });
    await tx.sessionData.create({ data: { sessionId: id, ...data }, select: { sessionId: true } });
    for (const blob of texts) {
      await tx.textBlob.create({ data: { importId, kind: 'entries', ...blob } });
    }
    for (const blob of steps) await tx.stepBlob.create({ data: { sessionId: id, ...blob } });
    return id;
  });
}

async function packedData({ head, profile, refs }: StagedSession) {
  return {
    head: await compress(head),
    profile: await compress(profile),
    refs: await compress(encodeRefs(refs)),
  };
}

/** Compressed one after the other: each is about a megabyte before. */
async function packed(blobs: Iterable<RecordBlob>) {
  const done: { first: number; count: number; data: Uint8Array<ArrayBuffer> }[] = [];
  for (const { first, count, content } of blobs) {
    done.push({ first, count, data: await compress(content) });
  }
  return done;
}
