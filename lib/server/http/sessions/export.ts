import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { stepNotes } from '@/lib/server/db/runs/notes';
import { stepReader, textReader } from '@/lib/server/db/sessions/texts';
import { SecretCounter } from '@/lib/readers/secrets/secret-counter';
import type { Part, SessionHead } from '@/lib/engine/session/schema';
import type { StepNote } from '@/lib/engine/session/step-note';
import { NumbersOnly } from '@/lib/engine/tokens/numbers-only';
import { exportQuerySchema, shareSchema, type ShareForm } from '@/lib/api/contract/share-contract';
import { checked, handler, reply, type IdPath } from '../handler';
import {
  attachedPrefix,
  entryRefs,
  readHead,
  requireSession,
  storedEntry,
  storedStep,
  storedUsage,
} from '../records';
import { download } from '../download';

/** Records read before the event loop runs again. */
const AT_ONCE = 200;

export const getExport = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/export',
    about: 'The session as a file that imports to the same numbers.',
    sends: 'application/json',
    query: exportQuerySchema,
  },
  async ({ db, params, query }) => {
    const row = await requireSession(db, params.id);
    const { form, notes } = checked(exportQuerySchema, query);
    const name =
      form === 'numbers' ? `highwater-${row.id}-numbers.json` : `highwater-${row.id}.json`;
    const text = exportText(db, row, form, notes ? await stepNotes(db, row.id) : []);
    return download(text, { name, type: 'application/json' });
  },
);

export const getShare = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/share',
    about: 'What either form of an export would hold.',
    answer: shareSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    const counter = new SecretCounter();
    let textChars = 0;
    for await (const text of entryTexts(db, row)) {
      textChars += text.length;
      counter.add(text);
      if (counter.isFull) await counter.search();
    }
    const head = await exportHead(db, row);
    counter.add(JSON.stringify(head));
    await counter.search();
    const notes = await stepNotes(db, row.id);
    const inNotes = new SecretCounter();
    inNotes.add(JSON.stringify(notes));
    await inNotes.search();
    return reply(shareSchema, {
      entries: row.entries,
      steps: row.steps,
      compactions: head.compactions.length,
      textChars,
      numbersOnly: row.numbersOnly,
      secrets: counter.counts,
      notes: { count: notes.length, secrets: inNotes.counts },
    });
  },
);

/** The head with the user's limit and prefix. */
async function exportHead(db: Database, row: SessionListRow): Promise<SessionHead> {
  const head = await readHead(db, row.id);
  const attached = await attachedPrefix(db, row.id);
  const limit =
    row.limitOverride === null
      ? head.limit
      : { tokens: row.limitOverride, source: 'user' as const };
  const prefix = {
    system: head.prefix.system ?? attached?.system ?? null,
    tools: head.prefix.tools ?? attached?.tools ?? null,
  };
  return { ...head, limit, prefix };
}

async function* entryTexts(db: Database, row: SessionListRow): AsyncGenerator<string, void, void> {
  const refs = await entryRefs(db, row.id);
  const reader = textReader(db, row.importId, 'entries');
  for (const [i, ref] of refs.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    yield await reader.record(ref);
  }
}

/** An entry's text without the places of its images in this library. */
function plainText(text: string): string {
  if (!text.includes('"stored":')) return text;
  const entry = storedEntry(text);
  const parts = entry.parts.map((part): Part => {
    if (part.kind !== 'inline') return part;
    const { stored: _, ...rest } = part;
    return rest;
  });
  return JSON.stringify({ ...entry, parts });
}

/**
 * The canonical document in pieces: a session may exceed the longest string. Notes are the user's own
 * texts: they are in it, whatever its form, only where they are given.
 */
export async function* exportText(
  db: Database,
  row: SessionListRow,
  form: ShareForm,
  notes: readonly StepNote[] = [],
): AsyncGenerator<string, void, void> {
  const numbers = form === 'numbers' ? new NumbersOnly() : null;
  const recorded = await exportHead(db, row);
  const head = {
    ...(numbers ? numbers.head(recorded) : recorded),
    ...(notes.length > 0 ? { notes } : {}),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  let comma = '';
  for await (const text of entryTexts(db, row)) {
    yield comma + (numbers ? JSON.stringify(numbers.entry(storedEntry(text))) : plainText(text));
    comma = ',';
  }
  yield '],"steps":[';
  comma = '';
  const steps = stepReader(db, row.id);
  const usages = textReader(db, row.importId, 'usages');
  for (let i = 0; i < row.steps; i++) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const { usage, ...step } = storedStep(await steps.record(i));
    const record = usage < 0 || numbers ? null : storedUsage(await usages.record(usage));
    const kept = numbers ? numbers.step(step) : step;
    yield comma + JSON.stringify({ ...kept, usage: record });
    comma = ',';
  }
  yield ']}\n';
}
