import { stepReader, textReader } from '@/lib/server/db/sessions/texts';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import type { Entry, Step } from '@/lib/engine/session/schema';
import {
  entryPageSchema,
  RANGE_LIMIT,
  rangeQuerySchema,
  stepPageSchema,
} from '@/lib/api/contract/contract';
import { checked, handler, reply, type IdPath } from '../../handler';
import { entryRefs, requireSession, storedEntry, storedStep, storedUsage } from '../../records';
import { shortenEntry } from './shorten-entry';
import { taggedBytes } from '../../tagged-bytes';
import { storedProfile } from '../stored-profile';

/** Approximate most JSON characters of one answer. */
const MOST_CHARS = 1_000_000;

export const getProfile = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/profile',
    about: 'The numbers of a session, encoded; constant within a version.',
    sends: 'application/octet-stream',
  },
  async ({ db, params, request }) => {
    const row = await requireSession(db, params.id);
    return taggedBytes(request, await storedProfile(db, row));
  },
);

/** The existing part of a range. */
function clamp(query: unknown, total: number): { from: number; to: number } {
  const { from, to = from + RANGE_LIMIT } = checked(rangeQuerySchema, query);
  return { from, to: Math.min(to, from + RANGE_LIMIT, total) };
}

export const getEntries = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/entries',
    about: 'A page of the texts of a session, secrets masked.',
    answer: entryPageSchema,
  },
  async ({ db, params, query }) => {
    const row = await requireSession(db, params.id);
    const { from, to } = clamp(query, row.entries);
    const refs = await entryRefs(db, row.id);
    const reader = textReader(db, row.importId, 'entries');
    const entries: { entry: Entry; cut: boolean }[] = [];
    let chars = 0;
    for (let i = from; i < to && chars < MOST_CHARS; i++) {
      const text = await reader.record(refs[i] as number);
      const entry = storedEntry(text);
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
  },
);

export const getSteps = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/steps',
    about: 'A page of the steps of a session, with their usage records.',
    answer: stepPageSchema,
  },
  async ({ db, params, query }) => {
    const row = await requireSession(db, params.id);
    const { from, to } = clamp(query, row.steps);
    const reader = stepReader(db, row.id);
    const usages = textReader(db, row.importId, 'usages');
    const steps: Step[] = [];
    let chars = 0;
    for (let i = from; i < to && chars < MOST_CHARS; i++) {
      const text = await reader.record(i);
      const { usage, guard, ...step } = storedStep(text);
      const record = usage < 0 ? 'null' : await usages.record(usage);
      steps.push({
        ...step,
        usage: storedUsage(record),
        ...(guard === undefined ? {} : { guard }),
      });
      chars += text.length + record.length;
    }
    const end = from + steps.length;
    return reply(stepPageSchema, {
      from,
      steps: (await maskSecrets(steps)).value,
      next: end < row.steps ? end : null,
      total: row.steps,
    });
  },
);
