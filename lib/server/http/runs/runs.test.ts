import { ENGINE } from '@/lib/engine/replay/engine';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database } from '@/lib/server/db/client';
import { runRecord } from '@/lib/server/db/runs/runs';
import { deleteSessions, restoreSessions } from '@/lib/server/db/sessions/sessions';
import { purgeOrphans } from '@/lib/server/db/imports/purge';
import { noteListSchema, noteSchema } from '@/lib/api/contract/note-contract';
import {
  runBriefSchema,
  runCheckSchema,
  runListSchema,
  runSchema,
  type RunBrief,
} from '@/lib/api/contract/run-contract';
import { policies } from '@/lib/policies/registry';
import { parseSession } from '@/lib/engine/session/serialize';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { patchSession } from '../sessions/sessions';
import {
  call,
  closeLibrary,
  imported,
  openLibrary,
  read,
  refusal,
} from '../testing/library-routes';
import { postRunCheck } from './check';
import * as notes from './notes';
import { getRun, getRuns, postRun, postRunRestore, removeRun } from './runs';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const freeze = (body: object) => read(runBriefSchema, call(postRun, {}, 'POST', body), 201);
const check = ({ id }: Pick<RunBrief, 'id'>) =>
  read(runCheckSchema, call(postRunCheck, { id }, 'POST', {}));
const listed = async (query = '') =>
  (await read(runListSchema, call(getRuns, {}, 'GET', undefined, query))).runs;

const incident = parseSession(
  JSON.parse(readFileSync('public/samples/production-incident.json', 'utf8')),
);
const INCIDENT = { ...(incident.ok ? incident.value : textSession('u 4\n-- 1')) };
let session = '';

beforeAll(async () => {
  await openLibrary();
  session = await imported(INCIDENT);
});
afterAll(closeLibrary);

describe('a frozen run', () => {
  it('keeps policy, settings, totals, findings and note, and gives the same result again', async () => {
    const made = await freeze({ session, settings: { cap: 7.5 }, note: ' Why 7.5? ' });
    expect(made).toMatchObject({
      note: 'Why 7.5?',
      listed: true,
      engine: ENGINE,
      session: { id: session, name: INCIDENT.name, steps: 144 },
      question: { policy: 'contextguard-threshold', settings: { cap: 7.5 }, faults: [] },
      totals: { steps: 144, stepsCompacted: 1 },
    });
    expect(made.session.trace).toMatch(/^[0-9a-f]{64}$/);
    expect(await check(made)).toMatchObject({ outcome: 'same', changes: [], session });
    const { run, record } = await read(runSchema, call(getRun, { id: made.id }));
    expect(run).toEqual(made);
    expect(record.findings.length).toBeGreaterThan(0);
    expect(record.digests.result).toBe(made.digest);
  });

  it.each(policies.map(({ id }) => id))('is proved again under %s', async (policy) => {
    const made = await freeze({ session, policy, faults: ['usage-stops@100'] });
    expect(await check(made)).toMatchObject({ outcome: 'same', changes: [], first: null });
  });

  it('says what changed: the limit, a byte of the record, the session', async () => {
    const db = await database();
    const made = await freeze({ session, settings: { cap: 7.5, window: 200_000 } });
    const limited = (limit: object | null) =>
      call(patchSession, { id: session }, 'POST', { limit });
    await limited({ tokens: 50_000 });
    const other = await check(made);
    expect(other.changes.map(({ of }) => of)).toEqual(['session', 'limit']);
    expect(other.changes[1]?.text).toBe('The limit was 200000, it is 50000 now.');
    expect(other.outcome).toBe('differs');
    expect(other.first?.values.map(({ name }) => name)).toEqual(['marks']);
    await limited(null);
    expect((await check(made)).outcome).toBe('same');

    const text = (await runRecord(db, made.id)) ?? '';
    const { compress } = await import('@/lib/server/db/compress');
    const record = await compress(text.replace('"cap":7.5', '"cap":5'));
    await db.prisma.run.update({ where: { id: made.id }, data: { record } });
    const edited = await check(made);
    expect(edited.changes[0]).toMatchObject({ of: 'record' });
    expect(edited.first).toMatchObject({ step: 1 });
  });

  it('outlives its session, and is proved by one with the same numbers', async () => {
    const db = await database();
    const own = await imported(textSession('limit 3000\nu 400\n-- 1200\nm 4000\n-- 2400', 'own'));
    const made = await freeze({ session: own, note: 'kept' });
    await deleteSessions(db, [own]);
    expect((await listed(`?session=${own}`))[0]).toMatchObject({ listed: false, note: 'kept' });
    const gone = await check(made);
    expect(gone).toMatchObject({ outcome: 'refused', session: null });
    expect(gone.refusal).toContain('no longer in the library');
    const again = await imported(textSession('limit 3000\nu 400\n-- 1200\nm 4000\n-- 2400', 'new'));
    expect(await check(made)).toMatchObject({ outcome: 'same', session: again });
    await restoreSessions(db, [own]);
    expect(await check(made)).toMatchObject({ outcome: 'same', session: own });
  });

  it('is listed newest first, page by page, deleted and restored', async () => {
    const made = await freeze({ session });
    const all = await listed();
    expect(all[0]?.id).toBe(made.id);
    expect(all.map(({ number }) => number)).toEqual(
      all.map(({ number }) => number).toSorted((a, b) => b - a),
    );
    const page = await read(runListSchema, call(getRuns, {}, 'GET', undefined, '?take=2'));
    expect(page.next).toBe(page.runs[1]?.number);
    expect((await listed(`?take=2&before=${page.next}`))[0]?.id).toBe(all[2]?.id);

    await read(runBriefSchema, call(removeRun, { id: made.id }));
    expect((await listed()).map(({ id }) => id)).not.toContain(made.id);
    await refusal(call(getRun, { id: made.id }), 404);
    await refusal(call(removeRun, { id: made.id }), 404);
    await read(runBriefSchema, call(postRunRestore, { id: made.id }, 'POST', {}));
    expect((await listed())[0]?.id).toBe(made.id);
  });

  it('is not made of what cannot be replayed', async () => {
    expect(
      (await refusal(call(postRun, {}, 'POST', { session: 'aaaaaaaa' }), 404)).message,
    ).toContain('session');
    expect(
      (await refusal(call(postRun, {}, 'POST', { session, policy: 'psychic' }), 400)).message,
    ).toContain('no policy');
    expect(
      (await refusal(call(postRun, {}, 'POST', { session, note: 'x'.repeat(4_001) }), 400)).message,
    ).toContain('4000');
  });
});

describe('notes', () => {
  const noteList = async (id = session) =>
    (await read(noteListSchema, call(notes.getNotes, { id }))).notes;

  it('are on a step or a range, changed and deleted', async () => {
    const range = await read(
      noteSchema,
      call(notes.postNote, { id: session }, 'POST', {
        first: 100,
        last: 143,
        text: 'here it grows',
      }),
      201,
    );
    const step = await read(
      noteSchema,
      call(notes.postNote, { id: session }, 'POST', { first: 17, text: ' <b>odd</b> ' }),
      201,
    );
    expect(step).toMatchObject({ first: 17, last: 17, text: '<b>odd</b>' });
    expect(await noteList()).toEqual([step, range]);
    const key = { id: session, note: step.id };
    const changed = await read(noteSchema, call(notes.patchNote, key, 'POST', { text: 'not odd' }));
    expect(changed).toMatchObject({ id: step.id, text: 'not odd' });
    await read(noteSchema, call(notes.removeNote, key));
    expect(await noteList()).toEqual([range]);
    await refusal(call(notes.removeNote, key), 404);
  });

  it('are of a session and its steps', async () => {
    const post = (body: object, status: number) =>
      refusal(call(notes.postNote, { id: session }, 'POST', body), status);
    expect((await post({ first: 144, text: 'x' }, 400)).message).toContain('no step 144');
    expect((await post({ first: 9, last: 3, text: 'x' }, 400)).message).toContain(
      'ends before it begins',
    );
    expect((await post({ first: 9, text: '  ' }, 400)).message).toContain('needs a text');
    const other = await imported(textSession('u 40\n-- 10', 'other'));
    const made = await read(
      noteSchema,
      call(notes.postNote, { id: other }, 'POST', { first: 0, text: 'x' }),
      201,
    );
    await refusal(
      call(notes.patchNote, { id: session, note: made.id }, 'POST', { text: 'y' }),
      404,
    );
  });

  it('go with a session that is gone for good; its runs stay', async () => {
    const db = await database();
    const id = await imported(textSession('u 48\n-- 12', 'short'));
    await call(notes.postNote, { id }, 'POST', { first: 0, text: 'x' });
    const run = await freeze({ session: id });
    await deleteSessions(db, [id]);
    await purgeOrphans(db);
    expect(await db.prisma.note.count({ where: { sessionId: id } })).toBe(1);
    await db.prisma.session.updateMany({ where: { id }, data: { deletedAt: 1 } });
    await purgeOrphans(db);
    expect(await db.prisma.note.count({ where: { sessionId: id } })).toBe(0);
    expect((await listed(`?session=${id}`)).map((one) => one.id)).toEqual([run.id]);
  });
});
