import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import {
  replaceProfile,
  sessionPart,
  type SessionListRow,
} from '@/lib/server/db/sessions/sessions';
import { stepReader, textReader } from '@/lib/server/db/sessions/texts';
import { summaryColumns } from '@/lib/server/import/stage-session';
import type { DraftStep } from '@/lib/engine/session/draft';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { profileOf } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { encodeProfile, isCurrentProfile } from '@/lib/engine/tokens/profile-codec';
import { withUserSettings } from '@/lib/engine/tokens/user-settings';
import { attachedOf, entryRefs, readHead, storedEntry, storedStep } from '../records';
import { sessionNames } from './stored-references';

/** Records read before the event loop runs again. */
const AT_ONCE = 500;

/** Sessions being measured again; concurrent requests share the result. */
const measuring = new Map<string, Promise<Uint8Array>>();

/**
 * A session's encoded profile. A profile of an earlier version lacks columns: the session is measured
 * again from its stored entries and steps; profile and list columns are stored in one transaction.
 */
export async function storedProfile(db: Database, row: SessionListRow): Promise<Uint8Array> {
  const bytes = (await sessionPart(db, row.id, 'profile')) ?? new Uint8Array();
  if (isCurrentProfile(bytes)) return bytes;
  const running = measuring.get(row.id) ?? measureAgain(db, row);
  measuring.set(row.id, running);
  try {
    return await running;
  } finally {
    measuring.delete(row.id);
  }
}

async function measureAgain(db: Database, row: SessionListRow): Promise<Uint8Array> {
  const profile = await measureStored(db, row);
  const bytes = encodeProfile(profile);
  const { limitOverride } = row;
  const own = withUserSettings(profile, { limitOverride, attachedPrefix: attachedOf(row) });
  try {
    const head = await readHead(db, row.id);
    const names = await sessionNames(db, row);
    await replaceProfile(db, row, bytes, summaryColumns(own, head, names));
  } catch (error) {
    // It is measured again next time; what is stored can still be read.
    if (storageFault(error) === null) throw error;
  }
  return bytes;
}

async function measureStored(db: Database, row: SessionListRow): Promise<Profile> {
  const head = await readHead(db, row.id);
  const refs = await entryRefs(db, row.id);
  const { table, rows } = await measureEntries(db, row.importId, refs);
  const steps: DraftStep[] = [];
  const stored = stepReader(db, row.id);
  for (let i = 0; i < row.steps; i++) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    steps.push(storedStep(await stored.record(i)));
  }
  const entries = Array.from(refs, (ref) => rows.get(ref) ?? -1);
  return profileOf({ head, entries, steps }, table);
}

/** Measures each entry once, in stored order, because neighbours share a blob. */
async function measureEntries(db: Database, importId: string, refs: Int32Array) {
  const table = new EntryTable();
  const rows = new Map<number, number>();
  const reader = textReader(db, importId, 'entries');
  for (const ref of [...new Set(refs)].sort((a, b) => a - b)) {
    if (rows.size % AT_ONCE === AT_ONCE - 1) await setImmediate();
    rows.set(ref, table.push(storedEntry(await reader.record(ref))));
  }
  return { table, rows };
}
