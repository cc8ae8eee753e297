import { insertChange } from '../changes';
import type { Database, Statements } from '../client';
import { newId } from '../id';
import { storable } from '../storable-text';
import type { ImportRow } from './imports';

/** A trace before it is read. */
export interface NewImport {
  /** Name of the trace file. */
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 of the whole content, in hexadecimal. */
  readonly sha256: string;
  /** Path of the waiting content. */
  readonly path: string;
  readonly sample: boolean;
  /** Source: upload (default), sample, member, watch, otlp, api. */
  readonly origin?: string;
  /** The archive it is a member of. */
  readonly parentId?: string;
  /** Imports of one live key replace each other's sessions. */
  readonly liveKey?: string;
  /** lib/server/import/import-options.ts, as JSON. */
  readonly options?: string;
}

/** Queues a trace; it is committed on return. */
export async function queueImport(db: Database, trace: NewImport): Promise<ImportRow> {
  const [row] = await queueImports(db, [trace]);
  if (row === undefined) throw new Error('The import was deleted while it was queued');
  return row;
}

/** Queues traces in one transaction; returns their imports in the same order. */
export async function queueImports(
  { prisma, importing }: Database,
  traces: readonly NewImport[],
): Promise<readonly ImportRow[]> {
  const ids = await importing.transaction(async (tx) => {
    const inserted: string[] = [];
    for (const trace of traces) inserted.push(await insertImport(tx, trace));
    return inserted;
  });
  return prisma.import.findMany({ where: { id: { in: ids } }, orderBy: { seq: 'asc' } });
}

/** Queues a trace within a transaction; returns the import's id. */
export async function insertImport(tx: Statements, trace: NewImport): Promise<string> {
  const id = newId();
  const row = {
    ...trace,
    file: storable(trace.file),
    id,
    status: 'queued',
    createdAt: Date.now(),
  };
  const known = Object.entries(row).filter(([, value]) => value !== undefined);
  await tx.execute(
    `INSERT INTO "Import" (${known.map(([name]) => `"${name}"`).join(', ')})
     VALUES (${known.map(() => '?').join(', ')})`,
    known.map(([, value]) => value),
  );
  await insertChange(tx, 'import', id);
  return id;
}
