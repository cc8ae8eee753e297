import { createHash } from 'node:crypto';
import { handler, type IdPath } from '../../handler';
import { requireSession } from '../../records';
import { storedReferences } from '../stored-references';

/**
 * GET /api/sessions/[id]/references: lib/tokens/references/reference-codec.ts, names that would show a
 * secret masked; no content for a session of numbers alone.
 */
export const getReferences = handler<IdPath>(async ({ db, params, request }) => {
  const row = await requireSession(db, params.id);
  const bytes = await storedReferences(db, row);
  if (bytes === null) return new Response(null, { status: 204 });
  const tag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (request.headers.get('if-none-match') === tag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
  });
});
