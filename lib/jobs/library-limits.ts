import type { Database } from '@/lib/db/client';
import { readSetting, writeSetting } from '@/lib/db/settings';
import { limitPatternsSchema, type LimitPatterns } from '@/lib/tokens/limit-patterns';

const KEY = 'limits';

/** The library's limits by model name; none where they were never set. */
export async function libraryLimits(db: Database): Promise<LimitPatterns> {
  const text = await readSetting(db, KEY);
  return text === null ? [] : limitPatternsSchema.parse(JSON.parse(text));
}

/** Stores the library's limits. Sessions already there are the caller's to change. */
export async function setLibraryLimits(db: Database, patterns: LimitPatterns): Promise<void> {
  await writeSetting(db, KEY, JSON.stringify(patterns));
}
