import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database } from '@/lib/server/db/client';
import { deleteSessions, restoreSessions } from '@/lib/server/db/sessions/sessions';
import { errorEnvelopeSchema } from '@/lib/api/contract/contract';
import {
  sweepBriefSchema,
  sweepCellsSchema,
  sweepListSchema,
  sweepSessionsSchema,
} from '@/lib/api/contract/sweep-contract';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import { decodeResults } from '@/lib/tuning/sweep/sweep-results';
import { postSessionsQuestion } from '../answers/question-route';
import { patchSession } from '../sessions/sessions';
import { getSweepExport } from './export-sweep';
import type { BossQueue } from './process/boss-queue';
import { sweepHost } from './sweep-host';
import {
  getResults,
  getSweep,
  getSweepCells,
  getSweeps,
  getSweepSessions,
  postCancel,
  postResume,
  postSweep,
  removeSweep,
} from './sweeps';
import {
  broadPlan,
  call,
  expectedResults,
  importCopy,
  importTraces,
  isEnded,
  resultsOf,
  shortLivedShares,
  startSweep,
  sweepNow,
  untilSweep,
} from './testing/sweep-library';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

// This file runs on SQLite and on PostgreSQL.
let ids: readonly string[] = [];
let first = '';
let queue: BossQueue | undefined;
beforeAll(async () => {
  ids = await importTraces();
  const { dialect } = await database();
  if (dialect.kind === 'postgresql') queue = await shortLivedShares();
});
afterAll(async () => {
  await queue?.close();
  await sweepHost().stop();
  await (await database()).close();
});

const errorOf = async (response: Response) => {
  const body: unknown = await response.json();
  return { status: response.status, ...errorEnvelopeSchema.parse(body).error };
};

const NOT_COUNTED = /^(- )?What may compact, .* was not counted: .*$/m;

/** Without the note of a kept sweep, and the first six columns: *may compact* is the last of the question asked now. */
const sixColumns = (text: string): string =>
  text
    .replace(NOT_COUNTED, '')
    .split(/\n+/)
    .map((line) =>
      line.startsWith('|')
        ? line.split('|').slice(0, 7).join('|')
        : line.replace(/^- /, '').replace(/ +(may compact|\d+ \([^)]* to [^)]*\))$/, ''),
    )
    .join('\n');

/** Keeps a sweep of some sessions, and expects the texts of the same question asked now; the text of both. */
async function expectToldAsLive(of: readonly string[]): Promise<string> {
  const [column] = broadPlan.columns;
  const axes = [{ setting: 'window', values: [150_000, 170_000, 190_000] }];
  const plan = { columns: [{ ...column!, settings: {}, axes, sample: null }], limit: null };
  const { id } = await startSweep(of, plan);
  await untilSweep(id, isEnded);
  const vary = [{ setting: 'window', from: 150_000, to: 190_000, step: 20_000 }];
  const body = JSON.stringify({ sessions: of, policies: [column!.policy], vary });
  const texts: string[] = [];
  for (const format of ['text', 'markdown']) {
    const kept = await call(getSweepExport, `/x?format=${format}`, { id });
    const type = format === 'text' ? 'text/plain' : 'text/markdown';
    const live = await postSessionsQuestion(
      new Request('http://127.0.0.1:3000/api/sweep', {
        method: 'POST',
        headers: { host: '127.0.0.1:3000', 'content-type': 'application/json', accept: type },
        body,
      }),
      { params: Promise.resolve({ question: 'sweep' }) },
    );
    expect(kept.headers.get('content-type')).toContain(type);
    const text = await kept.text();
    expect(text).toMatch(NOT_COUNTED);
    expect(sixColumns(text)).toBe(sixColumns(await live.text()));
    texts.push(text);
  }
  await call(removeSweep, '/x', { method: 'DELETE', id });
  return texts.join('\n');
}

describe('a kept sweep', () => {
  it('has the bytes of the sweep in one process', async () => {
    const { id, number, status, name } = await startSweep(ids);
    first = id;
    expect({ number, status, name }).toEqual({ number: 1, status: 'queued', name: '3 sessions' });
    const ended = await untilSweep(id, isEnded);
    expect(ended).toMatchObject({ status: 'done', error: null, sessions: 3 });
    const { known, done, cached, total } = ended.progress;
    expect(known.shares).toBeGreaterThan(broadPlan.columns.length);
    expect(done).toEqual(known);
    expect(done.units).toBe(total);
    expect(cached.shares).toBe(0);
    expect(ended.progress.rate).toBeGreaterThan(0);
    expect(await resultsOf(id)).toEqual(await expectedResults(ids));
  });

  it('names its sessions and cells in the order of the results', async () => {
    const { sessions, next } = sweepSessionsSchema.parse(
      await (await call(getSweepSessions, '/x?take=2', { id: first })).json(),
    );
    expect([sessions.map(({ id }) => id), next]).toEqual([ids.slice(0, 2), 2]);
    const { added } = sweepCellsSchema.parse(
      await (await call(getSweepCells, '/x', { id: first })).json(),
    );
    const results = decodeResults(await resultsOf(first));
    expect(added.length).toBeGreaterThan(0);
    expect(results.cells).toBe(sweepCells(broadPlan).length + added.length);
  });

  it('leaves as CSV and as JSON lines, a row per session and cell', async () => {
    const { sessions, cells } = decodeResults(await resultsOf(first));
    const text = async (format: string): Promise<string> => {
      const response = await call(getSweepExport, `/x?format=${format}`, { id: first });
      expect(response.headers.get('content-disposition')).toContain(`highwater-sweep-1.${format}`);
      return response.text();
    };
    const csv = (await text('csv')).trimEnd().split('\r\n');
    expect(csv[0]).toContain('policy,settings,window,cap,compactions,passes');
    expect(csv).toHaveLength(1 + sessions * cells);
    const lines = (await text('ndjson')).trimEnd().split('\n');
    expect(lines).toHaveLength(sessions * cells);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      session: ids[0],
      policy: 'contextguard-threshold',
      values: { window: 60_000 },
    });
  });

  it('is told in the words of the question "sweep", from its stored results', async () => {
    await expectToldAsLive(ids);
  });

  it('counts calls that two of its sessions hold once, as the question does', async () => {
    const all = await importCopy();
    const added = all.filter((id) => !ids.includes(id));
    expect(added).toHaveLength(1);
    const told = await expectToldAsLive(all);
    expect(told).toContain('of 1 session are copies of another’s calls: they count once.');
    await deleteSessions(await database(), added);
  });

  it('takes from another sweep what that has computed', async () => {
    const { columns } = broadPlan;
    const plan = { ...broadPlan, columns: columns.slice(2, 4) };
    const again = await untilSweep((await startSweep(ids, plan)).id, isEnded);
    expect(again.progress.known.shares).toBeGreaterThan(0);
    expect(again.progress.cached).toEqual(again.progress.known);
    expect(again.progress.rate).toBeNull();
    expect(await resultsOf(again.id)).toEqual(await expectedResults(ids, plan));
    // The other one keeps its results.
    await call(removeSweep, '/x', { method: 'DELETE', id: again.id });
    expect(await resultsOf(first)).toEqual(await expectedResults(ids));
    const list = sweepListSchema.parse(await (await call(getSweeps, '/x')).json());
    expect(list.sweeps.map(({ id }) => id)).toEqual([first]);
  });

  it('stops, shows what is there, and goes on to the same bytes', async () => {
    const plan = { ...broadPlan, limit: 150_000 };
    const { id } = await startSweep(ids, plan);
    await untilSweep(id, ({ progress }) => progress.done.shares > 0);
    const cancel = await call(postCancel, '/x', { method: 'POST', id });
    const stopped = sweepBriefSchema.parse(await cancel.json());
    expect(stopped.status).toBe('cancelled');
    const partial = decodeResults(await resultsOf(id));
    expect(partial.passes.some((passes) => passes >= 0)).toBe(true);
    expect(partial.passes.some((passes) => passes === -1)).toBe(true);
    expect((await errorOf(await call(postCancel, '/x', { method: 'POST', id }))).status).toBe(409);
    await call(postResume, '/x', { method: 'POST', id });
    const ended = await untilSweep(id, isEnded);
    expect(ended.status).toBe('done');
    expect(ended.progress.done).toEqual(ended.progress.known);
    expect(await resultsOf(id)).toEqual(await expectedResults(ids, plan));
    const resumed = await errorOf(await call(postResume, '/x', { method: 'POST', id }));
    expect(resumed).toMatchObject({ status: 409, message: expect.stringContaining('done') });
  });

  it('goes on after its process was killed', async () => {
    const plan = { ...broadPlan, limit: 140_000 };
    const { id } = await startSweep(ids, plan);
    await untilSweep(id, ({ progress }) => progress.done.shares > 0);
    process.kill(sweepHost().pid!, 'SIGKILL');
    const ended = await untilSweep(id, isEnded);
    expect(ended.status).toBe('done');
    expect(await resultsOf(id)).toEqual(await expectedResults(ids, plan));
  }, 120_000);

  it('fails naming a session that was deleted, and goes on once it is back', async () => {
    const db = await database();
    const plan = { ...broadPlan, limit: 130_000 };
    await sweepHost().stop();
    const { id } = await startSweep(ids, plan);
    await deleteSessions(db, [ids[1]!]);
    const failed = await untilSweep(id, isEnded);
    expect(failed).toMatchObject({ status: 'failed', error: { at: ids[1] } });
    expect(failed.error?.message).toMatch(/^The session ".+" was deleted after the sweep began\.$/);
    await restoreSessions(db, [ids[1]!]);
    await call(postResume, '/x', { method: 'POST', id });
    expect((await untilSweep(id, isEnded)).status).toBe('done');
    expect(await resultsOf(id)).toEqual(await expectedResults(ids, plan));
  });

  it('takes a session under the limit that the user gave it, and fails once that changes', async () => {
    const db = await database();
    const setLimit = async (limit: { tokens: number } | null): Promise<void> => {
      const body = { limit };
      expect((await call(patchSession, '/x', { method: 'PATCH', id: ids[0]!, body })).ok).toBe(
        true,
      );
    };
    await setLimit({ tokens: 77_000 });
    const plan = { ...broadPlan, limit: null };
    const { id } = await startSweep(ids, plan);
    expect((await untilSweep(id, isEnded)).status).toBe('done');
    expect(await resultsOf(id)).toEqual(await expectedResults(ids, plan));
    await sweepHost().stop();
    const other = await startSweep(ids, { ...broadPlan, limit: 70_000 });
    await setLimit(null);
    await sweepHost().resume(db);
    const failed = await untilSweep(other.id, isEnded);
    expect(failed.error?.message).toMatch(/^The session ".+" changed after the sweep began\.$/);
    expect(failed.error?.at).toBe(ids[0]);
  }, 120_000);

  it('leaves nothing behind when it is deleted while it runs', async () => {
    const { prisma } = await database();
    const { id } = await startSweep(ids, { ...broadPlan, limit: 60_000 });
    await untilSweep(id, ({ progress }) => progress.done.shares > 0);
    await call(removeSweep, '/x', { method: 'DELETE', id });
    // Shares that were being computed end before those of a sweep that comes after.
    const { columns } = broadPlan;
    const next = await startSweep(ids, { limit: 50_000, columns: columns.slice(0, 4) });
    await untilSweep(next.id, isEnded);
    const keys = await prisma.sweepShare.findMany({ select: { key: true } });
    const used = new Set(keys.map(({ key }) => key));
    const results = await prisma.sweepResult.findMany({ select: { key: true } });
    expect(results.filter(({ key }) => !used.has(key))).toEqual([]);
    expect(await prisma.sweepPhase.count({ where: { sweepId: id } })).toBe(0);
  }, 120_000);

  it('is not resumed by another engine, and ends where a server of another engine starts', async () => {
    const db = await database();
    await db.prisma.sweep.update({ where: { id: first }, data: { engine: 1, status: 'running' } });
    await sweepHost().resume(db);
    const ended = await sweepNow(first);
    expect(ended.status).toBe('failed');
    expect(ended.error?.message).toMatch(/began with engine 1; this program has engine \d+/);
    const refused = await errorOf(await call(postResume, '/x', { method: 'POST', id: first }));
    expect(refused).toMatchObject({ status: 409, message: ended.error?.message });
  });
});

describe('a wish for a sweep', () => {
  const refused = async (body: object) =>
    errorOf(
      await call(postSweep, '/x', {
        method: 'POST',
        body: { sessions: ids, plan: broadPlan, baseline: null, ...body },
      }),
    );
  const [column] = broadPlan.columns;
  const varied = (values: readonly number[]) => ({
    limit: null,
    columns: [{ ...column, axes: [{ setting: 'window', values }] }],
  });

  it('names the field that is wrong', async () => {
    expect(await refused({ plan: varied([2, 1]) })).toMatchObject({
      status: 400,
      at: 'plan.columns.0.axes.0.values',
      message: expect.stringContaining('must ascend') as string,
    });
    expect(await refused({ plan: varied([1.5]) })).toMatchObject({
      status: 400,
      at: 'plan.columns.0.axes.0',
    });
    const nobody = { limit: null, columns: [{ ...column, policy: 'nobody' }] };
    expect(await refused({ plan: nobody })).toMatchObject({
      at: 'plan.columns.0.policy',
      message: 'There is no policy "nobody".',
    });
    expect((await refused({ baseline: { policy: 'pi', settings: { x: 1 } } })).status).toBe(400);
    expect(await refused({ corpus: 'abcdefgh0000' })).toMatchObject({ status: 400 });
    const unknown = { sessions: undefined, corpus: 'abcdefgh0000' };
    expect(await refused(unknown)).toMatchObject({ code: 'not-found' });
    expect(await refused({ sessions: ['abcdefgh0000'] })).toMatchObject({
      status: 404,
      at: 'abcdefgh0000',
    });
  });

  it('is refused where its results would be too many', async () => {
    const db = await database();
    const {
      seq: _,
      id: __,
      ...row
    } = await db.prisma.session.findUniqueOrThrow({
      where: { id: ids[0]! },
    });
    const more = Array.from({ length: 30 }, (_unused, i) => `copyof${String(i).padStart(6, '0')}`);
    await db.prisma.session.createMany({ data: more.map((id) => ({ ...row, id })) });
    const many = Array.from({ length: 2_000 }, (_unused, i) => 60_000 + i);
    const plan = (columns: number) => ({
      limit: null,
      columns: Array.from({ length: columns }, () => ({
        ...column,
        axes: [
          { setting: 'window', values: many },
          { setting: 'attempts', values: [1, 2, 3, 4] },
        ],
      })),
    });
    expect(await refused({ sessions: more, plan: plan(24) })).toMatchObject({
      status: 413,
      message: '30 sessions × 192,000 settings are more than 5,000,000.',
    });
    expect(await refused({ plan: plan(26) })).toMatchObject({ status: 400, at: 'plan.columns' });
    await db.prisma.session.deleteMany({ where: { id: { in: more } } });
  });

  it('answers 404 for a sweep that is not there', async () => {
    for (const handler of [getSweep, getResults, getSweepExport, getSweepSessions, removeSweep]) {
      expect((await call(handler, '/x', { id: 'abcdefgh0000' })).status).toBe(404);
    }
  });
});
