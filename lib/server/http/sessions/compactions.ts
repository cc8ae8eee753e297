import { CompactedLog, quotable } from '@/lib/analysis/explain/compaction/compaction-report';
import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { textReader } from '@/lib/server/db/sessions/texts';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Entry } from '@/lib/engine/session/schema';
import { packShapes, shapeOf, type EntryShape } from '@/lib/engine/tokens/text/part-shapes';
import {
  compactionListSchema,
  excerptsSchema,
  shapesSchema,
} from '@/lib/api/contract/workbench/compaction-contract';
import { rangeQuerySchema } from '@/lib/api/contract/contract';
import { checked, handler, reply, type IdPath } from '../handler';
import { entryRefs, readHead, requireSession, storedEntry } from '../records';

/** Entries searched for secrets together. */
const AT_ONCE = 200;

/** Entries whose beginnings one answer holds at most. */
const MOST_EXCERPTS = 5_000;

export const getRecordedCompactions = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/recorded-compactions',
    about: 'The compactions of the recording, with their summaries.',
    answer: compactionListSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    const { compactions } = await readHead(db, row.id);
    return reply(compactionListSchema, (await maskSecrets({ compactions })).value);
  },
);

/** What compactions of a replay are told from, secrets masked. */
export async function maskedLog(
  db: Database,
  row: SessionListRow,
  run: Replay,
): Promise<CompactedLog> {
  const log = new CompactedLog(run);
  for await (const [entry, shown] of maskedEntries(storedEntries(db, row))) log.push(entry, shown);
  return log;
}

export const getShapes = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/shapes',
    about: 'Sizes of the parts of every entry.',
    answer: shapesSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    const shapes: EntryShape[] = [];
    for await (const entry of storedEntries(db, row)) shapes.push(shapeOf(entry));
    const { names, entries } = packShapes(shapes);
    return reply(shapesSchema, { names: (await maskSecrets(names)).value, entries });
  },
);

export const getExcerpts = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/excerpts',
    about: 'What a mechanical summary quotes of each entry.',
    query: rangeQuerySchema,
    answer: excerptsSchema,
  },
  async ({ db, params, query }) => {
    const row = await requireSession(db, params.id);
    const { from, to = row.entries } = checked(rangeQuerySchema, query);
    const end = Math.min(to, from + MOST_EXCERPTS, row.entries);
    const { thoughts } = await readHead(db, row.id);
    const excerpts: (readonly string[])[] = [];
    for await (const [, shown] of maskedEntries(storedEntries(db, row, from, end))) {
      excerpts.push(quotable(shown, thoughts));
    }
    return reply(excerptsSchema, {
      from,
      entries: excerpts,
      next: end < Math.min(to, row.entries) ? end : null,
    });
  },
);

/** Entries with what is shown of them: secrets are masked in whole texts, before these are cut. */
async function* maskedEntries(
  entries: AsyncIterable<Entry>,
): AsyncGenerator<readonly [Entry, Entry], void, void> {
  let batch: Entry[] = [];
  async function* masked() {
    const { value } = await maskSecrets(batch);
    for (const [i, entry] of batch.entries()) yield [entry, value[i] ?? entry] as const;
  }
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < AT_ONCE) continue;
    yield* masked();
    batch = [];
  }
  yield* masked();
}

/** A session's entries in log order. */
async function* storedEntries(
  db: Database,
  row: SessionListRow,
  from = 0,
  to = Infinity,
): AsyncGenerator<Entry, void, void> {
  const reader = textReader(db, row.importId, 'entries');
  for (const ref of (await entryRefs(db, row.id)).subarray(from, Math.min(to, row.entries))) {
    yield storedEntry(await reader.record(ref));
  }
}
