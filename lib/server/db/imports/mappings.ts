import { createHash } from 'node:crypto';
import type { Database } from '../client';
import type { Mapping } from '../generated/client';
import { newId } from '../id';
import { retryImports } from './import-queue';
import { storable } from '../storable-text';

/** A mapping of a foreign format; `json` is lib/readers/importers/mapped/mapping.ts. Listed only with a name. */
export type MappingRow = Mapping;

/** Most listed mappings of a library. */
export const MOST_MAPPINGS = 500;

/** Milliseconds for which a mapping without a name is kept for its imports. */
const KEEP_UNNAMED_MS = 7 * 24 * 60 * 60_000;

/** The saved mappings, most recently changed first. */
export function listMappings({ prisma }: Database): Promise<readonly MappingRow[]> {
  return prisma.mapping.findMany({
    where: { name: { not: '' } },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    take: MOST_MAPPINGS,
  });
}

export function findMapping({ prisma }: Database, id: string): Promise<MappingRow | null> {
  return prisma.mapping.findUnique({ where: { id } });
}

/**
 * Stores a mapping for imports. Its id is derived from its content, so equal mappings have one id.
 */
export async function keepMapping({ prisma }: Database, json: string): Promise<string> {
  const now = Date.now();
  const old = { name: '', updatedAt: { lt: now - KEEP_UNNAMED_MS } };
  await prisma.mapping.deleteMany({ where: old });
  const id = createHash('sha256').update(json).digest('hex').slice(0, 32);
  await prisma.mapping.upsert({
    where: { id },
    create: { id, name: '', json: storable(json), createdAt: now, updatedAt: now },
    update: { updatedAt: now },
  });
  return id;
}

/** The mapping's most recent saved name; empty if not saved. */
export async function nameOfMapping(
  { prisma }: Database,
  { name, json }: MappingRow,
): Promise<string> {
  if (name !== '') return name;
  const saved = await prisma.mapping.findFirst({
    where: { json, name: { not: '' } },
    orderBy: { updatedAt: 'desc' },
  });
  return saved?.name ?? '';
}

/**
 * Saves a mapping under a name and replaces the mapping of that name. Null if the library has the
 * most it may list.
 */
export async function saveMapping(
  { prisma }: Database,
  given: Pick<Mapping, 'name' | 'json'>,
): Promise<MappingRow | null> {
  const saved = { name: storable(given.name), json: storable(given.json), updatedAt: Date.now() };
  const known = await prisma.mapping.findFirst({ where: { name: saved.name } });
  if (known !== null) {
    await prisma.mapping.updateMany({ where: { id: known.id }, data: saved });
    return { ...known, ...saved };
  }
  const listed = await prisma.mapping.count({ where: { name: { not: '' } } });
  if (listed >= MOST_MAPPINGS) return null;
  return prisma.mapping.create({ data: { ...saved, id: newId(), createdAt: saved.updatedAt } });
}

/** Deletes a mapping; its sessions stay. */
export async function deleteMapping({ prisma }: Database, id: string): Promise<boolean> {
  const { count } = await prisma.mapping.deleteMany({ where: { id } });
  return count > 0;
}

/** Queues a failed import again with new options; false if it cannot be retried. */
export async function queueWithOptions(
  db: Database,
  id: string,
  options: string | undefined,
): Promise<boolean> {
  const where = { id, status: 'failed' };
  await db.prisma.import.updateMany({ where, data: { options: options ?? null } });
  return (await retryImports(db, id)) > 0;
}
