import { listedOfIds } from '@/lib/host/db/sessions/sessions';
import { profilesSchema } from '@/lib/host/api/contract/corpus-contract';
import { framed } from '@/lib/host/api/profile-frames';
import { handler, jsonBody } from '../handler';
import { ownBytes } from '../sessions/own-profile';
import { noSession } from './corpora';

/**
 * POST /api/profiles: encoded profiles one after the other (`profilesSchema`); one is in memory at a
 * time. Refuses all if a session is missing.
 */
export const postProfiles = handler(async ({ db, request }) => {
  const { ids } = await jsonBody(request, profilesSchema);
  const rows = await listedOfIds(db, ids);
  const missing = ids.find((id) => !rows.has(id));
  if (missing !== undefined) throw noSession(missing);
  const waiting = ids.values();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value: id, done } = waiting.next();
      if (done === true) return controller.close();
      const row = rows.get(id);
      if (row === undefined) return controller.error(noSession(id));
      controller.enqueue(framed(await ownBytes(db, row)));
    },
  });
  const headers = { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' };
  return new Response(body, { headers });
});
