import { handler, type IdPath } from '../handler';
import { requireSession } from '../records';
import { taggedBytes } from '../tagged-bytes';
import { storedReferences } from './stored-references';

/**
 * GET /api/sessions/[id]/references: lib/tokens/references/reference-codec.ts, names that would show a
 * secret masked; no content for a session of numbers alone.
 */
export const getReferences = handler<IdPath>(async ({ db, params, request }) => {
  const row = await requireSession(db, params.id);
  const bytes = await storedReferences(db, row);
  if (bytes === null) return new Response(null, { status: 204 });
  return taggedBytes(request, bytes);
});
