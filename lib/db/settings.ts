import type { Database } from './client';

/** A setting of the library as JSON; null where it was never set. */
export async function readSetting({ prisma }: Database, key: string): Promise<string | null> {
  return (await prisma.setting.findUnique({ where: { key } }))?.value ?? null;
}

/** Sets a setting of the library to a JSON text. */
export async function writeSetting(
  { prisma }: Database,
  key: string,
  value: string,
): Promise<void> {
  const data = { value, updatedAt: Date.now() };
  await prisma.setting.upsert({ where: { key }, create: { key, ...data }, update: data });
}
