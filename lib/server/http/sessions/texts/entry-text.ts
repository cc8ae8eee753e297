import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { textReader } from '@/lib/server/db/sessions/texts';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import type { Entry } from '@/lib/engine/session/schema';
import { entryTextQuerySchema } from '@/lib/api/entries-contract';
import { download } from '../../download';
import { badRequest, checked, handler, type IdPath } from '../../handler';
import { entryRefs, requireSession, storedEntry } from '../../records';

/** Entries whose secrets are searched for together. */
const AT_ONCE = 20;

export const getText = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/text',
    about: 'Whole entries as a file, with secrets masked.',
    sends: 'application/json',
    query: entryTextQuerySchema,
  },
  async ({ db, params, query }) => {
    const row = await requireSession(db, params.id);
    const { ranges } = checked(entryTextQuerySchema, query);
    const [first = []] = ranges;
    const last = ranges.at(-1)?.[1] ?? 0;
    if (last > row.entries) {
      throw badRequest(`The session has ${row.entries} entries, fewer than ${last}.`, 'ranges');
    }
    const places = ranges.flatMap(([from = 0, to = 0]) =>
      Array.from({ length: to - from }, (_, i) => from + i),
    );
    const name = `highwater-${row.id}-${places.length === 1 ? `entry-${first[0] ?? 0}` : 'entries'}.json`;
    return download(textOf(db, row, places), { name, type: 'application/json' });
  },
);

/** A JSON list of entries, each with its place in the log. */
async function* textOf(
  db: Database,
  row: SessionListRow,
  places: readonly number[],
): AsyncGenerator<string, void, void> {
  const refs = await entryRefs(db, row.id);
  const reader = textReader(db, row.importId, 'entries');
  yield '[';
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const some: { entry: number; role: Entry['role']; parts: Entry['parts'] }[] = [];
    for (const entry of places.slice(at, at + AT_ONCE)) {
      const { role, parts } = storedEntry(await reader.record(refs[entry] as number));
      some.push({ entry, role, parts });
    }
    const { value } = await maskSecrets(some);
    yield `${at === 0 ? '\n' : ',\n'}${value.map((one) => JSON.stringify(one)).join(',\n')}`;
  }
  yield '\n]\n';
}
