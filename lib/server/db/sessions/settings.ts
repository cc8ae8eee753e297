import type { Database } from '../client';

/** A setting of the library as JSON; null if never set. */
export async function readSetting({ importing }: Database, key: string): Promise<string | null> {
  const [row] = await importing.query(`SELECT "value" FROM "Setting" WHERE "key" = ?`, [key]);
  return row === undefined ? null : String(row[0]);
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
