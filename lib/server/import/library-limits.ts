import type { Database } from '@/lib/server/db/client';
import { readSetting, writeSetting } from '@/lib/server/db/sessions/settings';
import { limitPatternsSchema, type LimitPatterns } from '@/lib/engine/tokens/limits/limit-patterns';

const KEY = 'limits';

/** The library's limits by model name; empty if never set. */
export async function libraryLimits(db: Database): Promise<LimitPatterns> {
  const text = await readSetting(db, KEY);
  return text === null ? [] : limitPatternsSchema.parse(JSON.parse(text));
}

/** Stores the library's limits; the caller updates existing sessions. */
export async function setLibraryLimits(db: Database, patterns: LimitPatterns): Promise<void> {
  await writeSetting(db, KEY, JSON.stringify(patterns));
}
