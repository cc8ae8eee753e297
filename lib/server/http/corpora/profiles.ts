import { chunksOf } from '@/lib/server/db/chunks';
import type { Database } from '@/lib/server/db/client';
import { sessionsOfIds, type FactsRow } from '@/lib/server/db/sessions/corpus-rows';
import { profilesSchema } from '@/lib/api/contract/corpus-contract';
import { framed } from '@/lib/api/profile-frames';
import { handler, jsonBody } from '../handler';
import { ownBytesOf } from '../sessions/bulk-own-bytes';
import { noSession } from './corpora';

/** Profiles in memory at a time. */
const AT_ONCE = 10;

export const postProfiles = handler(
  {
    at: 'POST /api/profiles',
    about: 'The numbers of several sessions, encoded one after the other; none if one is missing.',
    body: profilesSchema,
  },
  async ({ db, request }) => {
    const { ids } = await jsonBody(request, profilesSchema);
    const rows = new Map((await sessionsOfIds(db, ids)).map((row) => [row.id, row]));
    const wanted = ids.map((id) => {
      const row = rows.get(id);
      if (row === undefined) throw noSession(id);
      return row;
    });
    const frames = framesOf(db, wanted);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await frames.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void frames.return(undefined),
    });
    const headers = { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' };
    return new Response(body, { headers });
  },
);

async function* framesOf(
  db: Database,
  rows: readonly FactsRow[],
): AsyncGenerator<Uint8Array, void> {
  for (const part of chunksOf(rows, AT_ONCE)) {
    const own = await ownBytesOf(db, part);
    for (const { id } of part) {
      const bytes = own.get(id);
      // The answer has begun: it ends early, which the page takes for a broken connection.
      if (bytes === undefined) throw noSession(id);
      yield framed(bytes);
    }
  }
}
