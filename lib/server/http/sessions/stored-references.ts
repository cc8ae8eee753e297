import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import {
  sessionPart,
  storeReferences,
  type SessionListRow,
} from '@/lib/server/db/sessions/sessions';
import { textReader } from '@/lib/server/db/sessions/texts';
import { maskedReferences } from './masked-references';
import { storedForm } from '@/lib/server/import/stage-session';
import { SecretCounter } from '@/lib/readers/secrets/secret-counter';
import {
  decodeReferences,
  isCurrentReferences,
} from '@/lib/engine/tokens/references/reference-codec';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { ReferenceTable } from '@/lib/engine/tokens/references/reference-table';
import { entryRefs, readHead, storedEntry } from '../records';

/** Records read before the event loop runs again. */
const AT_ONCE = 200;

/** Sessions whose names are being extracted; concurrent requests share the result. */
const extracting = new Map<string, Promise<Uint8Array>>();

/**
 * The encoded names of a session's texts; null for one of numbers alone. Names of an earlier version, and
 * those of a session stored before there were any, are extracted from the stored entries, and kept.
 */
export async function storedReferences(
  db: Database,
  row: Pick<SessionListRow, 'id' | 'importId' | 'numbersOnly'>,
): Promise<Uint8Array | null> {
  if (row.numbersOnly) return null;
  const stored = await sessionPart(db, row.id, 'references');
  const bytes = stored !== null && isKept(stored) ? stored : await extractedOnce(db, row);
  return bytes.length === 0 ? null : bytes;
}

/** The names of a session's texts; null for one of numbers alone. */
export async function sessionNames(
  ...asked: Parameters<typeof storedReferences>
): Promise<ReferenceIndex | null> {
  const bytes = await storedReferences(...asked);
  return bytes === null ? null : decodeReferences(bytes);
}

const isKept = (bytes: Uint8Array): boolean => bytes.length === 0 || isCurrentReferences(bytes);

async function extractedOnce(...asked: Parameters<typeof extract>): Promise<Uint8Array> {
  const [, { id }] = asked;
  const running = extracting.get(id) ?? extract(...asked);
  extracting.set(id, running);
  try {
    return await running;
  } finally {
    extracting.delete(id);
  }
}

async function extract(
  db: Database,
  { id, importId }: Pick<SessionListRow, 'id' | 'importId'>,
): Promise<Uint8Array> {
  const head = await readHead(db, id);
  const refs = await entryRefs(db, id);
  const table = new ReferenceTable();
  const secrets = new SecretCounter();
  const reader = textReader(db, importId, 'entries');
  // In stored order, because neighbours share a blob.
  const numbers = Int32Array.from(new Set(refs)).sort();
  const rows = new Int32Array((numbers.at(-1) ?? -1) + 1);
  for (const ref of numbers) {
    if (table.length % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const record = await reader.record(ref);
    secrets.add(record);
    if (secrets.isFull) await secrets.search();
    rows[ref] = table.push(storedEntry(record));
  }
  const entries = Array.from(refs, (ref) => rows[ref] ?? -1);
  const bytes = storedForm(await maskedReferences({ head, entries }, table, secrets));
  // What cannot be kept now is extracted again the next time.
  await storeReferences(db, id, bytes).catch((error: unknown) => {
    if (storageFault(error) === null) throw error;
  });
  return bytes;
}
