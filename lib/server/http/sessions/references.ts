import { handler, type IdPath } from '../handler';
import { requireSession } from '../records';
import { taggedBytes } from '../tagged-bytes';
import { storedReferences } from './stored-references';

export const getReferences = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/references',
    about:
      'The names in the texts of a session, encoded, secrets masked; no content for a session of numbers alone.',
  },
  async ({ db, params, request }) => {
    const row = await requireSession(db, params.id);
    const bytes = await storedReferences(db, row);
    if (bytes === null) return new Response(null, { status: 204 });
    return taggedBytes(request, bytes);
  },
);
