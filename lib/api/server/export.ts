import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/db/client';
import { decodeRefs } from '@/lib/db/refs';
import { sessionPart, type SessionListRow } from '@/lib/db/sessions';
import { stepReader, textReader } from '@/lib/db/texts';
import { SecretCounter } from '@/lib/secrets/secret-counter';
import type { DraftStep } from '@/lib/session/draft';
import { prefixSchema, type Entry, type Json, type SessionHead } from '@/lib/session/schema';
import { NumbersOnly } from '@/lib/tokens/numbers-only';
import { exportQuerySchema, shareSchema, type ShareForm } from '@/lib/api/share-contract';
import { checked, handler, reply } from './handler';
import { readHead, requireSession } from './records';

interface SessionPath {
  readonly id: string;
}

/** Records read before the event loop runs again. */
const AT_ONCE = 200;

/** GET /api/sessions/[id]/export: a canonical file that imports to the same numbers. */
export const getExport = handler<SessionPath>(async ({ db, params, query }) => {
  const row = await requireSession(db, params.id);
  const { form } = checked(exportQuerySchema, query);
  const name = form === 'numbers' ? `highwater-${row.id}-numbers.json` : `highwater-${row.id}.json`;
  const text = exportText(db, row, form);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await text.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
});

/** GET /api/sessions/[id]/share: what would leave. */
export const getShare = handler<SessionPath>(async ({ db, params }) => {
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
  return reply(shareSchema, {
    entries: row.entries,
    steps: row.steps,
    compactions: head.compactions.length,
    textChars,
    numbersOnly: row.numbersOnly,
    secrets: counter.counts,
  });
});

/** The head with what the user said of the session: a limit, a prefix. */
async function exportHead(db: Database, row: SessionListRow): Promise<SessionHead> {
  const head = await readHead(db, row.id);
  const text = await sessionPart(db, row.id, 'attached');
  const attached = text && prefixSchema.parse(JSON.parse(text.toString('utf8')));
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

async function* entryTexts(db: Database, row: SessionListRow): AsyncGenerator<string> {
  const refs = decodeRefs((await sessionPart(db, row.id, 'refs')) ?? new Uint8Array());
  const reader = textReader(db, row.importId, 'entries');
  for (const [i, ref] of refs.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    yield await reader.record(ref);
  }
}

/** The canonical document, a piece at a time: a session may be larger than a string. */
async function* exportText(
  db: Database,
  row: SessionListRow,
  form: ShareForm,
): AsyncGenerator<string> {
  const numbers = form === 'numbers' ? new NumbersOnly() : null;
  const head = await exportHead(db, row);
  yield `${JSON.stringify(numbers ? numbers.head(head) : head).slice(0, -1)},"entries":[`;
  let comma = '';
  for await (const text of entryTexts(db, row)) {
    yield comma + (numbers ? JSON.stringify(numbers.entry(JSON.parse(text) as Entry)) : text);
    comma = ',';
  }
  yield '],"steps":[';
  comma = '';
  const steps = stepReader(db, row.id);
  const usages = textReader(db, row.importId, 'usages');
  for (let i = 0; i < row.steps; i++) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const { usage, ...step } = JSON.parse(await steps.record(i)) as DraftStep;
    const record = usage < 0 || numbers ? null : (JSON.parse(await usages.record(usage)) as Json);
    const kept = numbers ? numbers.step(step) : step;
    yield comma + JSON.stringify({ ...kept, usage: record });
    comma = ',';
  }
  yield ']}\n';
}
