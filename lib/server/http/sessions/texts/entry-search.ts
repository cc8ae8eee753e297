import type { Json, Part } from '@/lib/engine/session/schema';
import { entrySearchQuerySchema, entrySearchSchema } from '@/lib/api/entries-contract';
import { checked, handler, reply, type IdPath } from '../../handler';
import { requireSession } from '../../records';
import { storedParts } from '../stored-parts';

export const getSearch = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/search',
    about: 'The entries that hold a text.',
    query: entrySearchQuerySchema,
    answer: entrySearchSchema,
  },
  async ({ db, params, query }) => {
    const row = await requireSession(db, params.id);
    const wanted = checked(entrySearchQuerySchema, query).q.toLowerCase();
    const entries: number[] = [];
    let entry = 0;
    for await (const { parts } of storedParts(db, row)) {
      if (parts.some((part) => holds(part, wanted))) entries.push(entry);
      entry++;
    }
    return reply(entrySearchSchema, { entries });
  },
);

/** True if a text of the part holds `wanted`, which is in lower case. */
function holds(part: Part, wanted: string): boolean {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return inJson(part.text, wanted);
    case 'call':
      return inJson([part.name, part.args], wanted);
    case 'response':
      return inJson([part.name, part.response], wanted);
    case 'other':
      return inJson([part.type, part.value], wanted);
    case 'inline':
      return inJson(part.mime, wanted);
    case 'sized':
      return false;
  }
}

/** A value, or a key or value in it, holds the text. */
function inJson(value: Json, wanted: string): boolean {
  if (typeof value !== 'object') return String(value).toLowerCase().includes(wanted);
  if (value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      inJson(inner, wanted) || (!Array.isArray(value) && key.toLowerCase().includes(wanted)),
  );
}
