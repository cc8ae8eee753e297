import { createHash } from 'node:crypto';
import { decodeRefs } from '@/lib/db/refs';
import { sessionPart } from '@/lib/db/sessions';
import { stepReader, textReader } from '@/lib/db/texts';
import { maskSecrets } from '@/lib/secrets/mask-secrets';
import type { DraftStep } from '@/lib/session/draft';
import type { Entry, Json, Step } from '@/lib/session/schema';
import { entryPageSchema, RANGE_LIMIT, rangeQuerySchema, stepPageSchema } from '@/lib/api/contract';
import { checked, handler, reply } from './handler';
import { requireSession } from './records';
import { shortenEntry } from './shorten-entry';
import { storedProfile } from './stored-profile';

/** JSON characters of one answer, more or less. */
const MOST_CHARS = 1_000_000;

interface SessionPath {
  readonly id: string;
}

/** GET /api/sessions/[id]/profile: lib/tokens/profile-codec.ts. Only another version changes it. */
export const getProfile = handler<SessionPath>(async ({ db, params, request }) => {
  const row = await requireSession(db, params.id);
  const bytes = await storedProfile(db, row);
  const tag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (request.headers.get('if-none-match') === tag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
  });
});

/** The part of a range that is there. */
function clamp(query: unknown, total: number): { from: number; to: number } {
  const { from, to = from + RANGE_LIMIT } = checked(rangeQuerySchema, query);
  return { from, to: Math.min(to, from + RANGE_LIMIT, total) };
}

/** GET /api/sessions/[id]/entries: the log's text, its secrets masked. */
export const getEntries = handler<SessionPath>(async ({ db, params, query }) => {
  const row = await requireSession(db, params.id);
  const { from, to } = clamp(query, row.entries);
  const refs = decodeRefs((await sessionPart(db, row.id, 'refs')) ?? new Uint8Array());
  const reader = textReader(db, row.importId, 'entries');
  const entries: { entry: Entry; cut: boolean }[] = [];
  let chars = 0;
  for (let i = from; i < to && chars < MOST_CHARS; i++) {
    const text = await reader.record(refs[i] as number);
    const entry = JSON.parse(text) as Entry;
    const cut = text.length > MOST_CHARS;
    entries.push({ entry: cut ? shortenEntry(entry, MOST_CHARS) : entry, cut });
    chars += text.length;
  }
  const end = from + entries.length;
  const next = end < row.entries ? end : null;
  const { value, secrets } = await maskSecrets(entries);
  return reply(entryPageSchema, {
    from,
    entries: value,
    masked: secrets,
    next,
    total: row.entries,
  });
});

/** GET /api/sessions/[id]/steps: with their raw usage records. */
export const getSteps = handler<SessionPath>(async ({ db, params, query }) => {
  const row = await requireSession(db, params.id);
  const { from, to } = clamp(query, row.steps);
  const reader = stepReader(db, row.id);
  const usages = textReader(db, row.importId, 'usages');
  const steps: Step[] = [];
  let chars = 0;
  for (let i = from; i < to && chars < MOST_CHARS; i++) {
    const text = await reader.record(i);
    const { usage, guard, ...step } = JSON.parse(text) as DraftStep;
    const record = usage < 0 ? 'null' : await usages.record(usage);
    const raw = JSON.parse(record) as Json;
    steps.push({ ...step, usage: raw, ...(guard === undefined ? {} : { guard }) });
    chars += text.length + record.length;
  }
  const end = from + steps.length;
  return reply(stepPageSchema, {
    from,
    steps: (await maskSecrets(steps)).value,
    next: end < row.steps ? end : null,
    total: row.steps,
  });
});
