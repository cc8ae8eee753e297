import { rasterType } from '@/lib/engine/base/images/raster-type';
import { textReader } from '@/lib/server/db/sessions/texts';
import { imageQuerySchema } from '@/lib/api/entries-contract';
import { checked, handler, notFound, type IdPath } from '../../handler';
import { entryRefs, requireSession, storedEntry } from '../../records';

export const getImage = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/image',
    about: 'A raster image of an entry, as the recording has it.',
    query: imageQuerySchema,
  },
  async ({ db, params, query }) => {
    const row = await requireSession(db, params.id);
    const { entry, part: index } = checked(imageQuerySchema, query);
    const ref = (await entryRefs(db, row.id))[entry];
    if (ref === undefined) throw notFound('entry');
    const text = await textReader(db, row.importId, 'entries').record(ref);
    const part = storedEntry(text).parts[index];
    if (part?.kind !== 'inline' || part.stored === undefined) throw notFound('image');
    const record = await textReader(db, row.importId, 'images').record(part.stored);
    const bytes = Buffer.from(JSON.parse(record) as string, 'base64');
    // Sent only as what its own bytes say: nothing of it can run, or be read as another type.
    const type = rasterType((at) => bytes[at] ?? -1);
    if (type === null) throw notFound('image');
    return new Response(new Uint8Array(bytes), {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `inline; filename="entry-${entry}-${index}.${type.slice(6)}"`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, max-age=3600',
      },
    });
  },
);
