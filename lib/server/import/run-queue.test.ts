import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findImport, isUntouched, type ImportRow } from '@/lib/server/db/imports/imports';
import { queueImport } from '@/lib/server/db/imports/new-imports';
import { purgeImport } from '@/lib/server/db/imports/purge';
import type { SessionRow } from '@/lib/api/contract/contract';
import { listSessionsJson } from '@/lib/server/db/sessions/session-list';
import { deleteSessions, restoreSessions, sessionPart } from '@/lib/server/db/sessions/sessions';
import {
  temporaryDatabase,
  temporarySqlite,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { textReader } from '@/lib/server/db/sessions/texts';
import { decodeRefs } from '@/lib/server/db/sessions/refs';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { runQueue } from './run-queue';
import { queueSamples } from './samples';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { cancelTraces, dropFailedUploads, receiveTrace, sweepUploads } from './uploads';

let temporary: TemporaryDatabase;
const forever = new AbortController().signal;
const pause = (): Promise<void> => sleep(20);

beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(() => temporary.remove());

async function* chunks(text: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const part of text) yield await Promise.resolve(Buffer.from(part));
}

const receive = (name: string, text: Iterable<string>): Promise<ImportRow> =>
  receiveTrace(temporary.db, name, chunks(text));

const run = (signal = forever): Promise<void> => runQueue(temporary.db, signal, pause);

async function ended(row: ImportRow): Promise<ImportRow> {
  return (await findImport(temporary.db, row.id))!;
}

async function counts(): Promise<Record<string, number>> {
  const { prisma } = temporary.db;
  return {
    sessions: await prisma.session.count(),
    data: await prisma.sessionData.count(),
    steps: await prisma.stepBlob.count(),
    texts: await prisma.textBlob.count(),
  };
}

async function listed(): Promise<readonly SessionRow[]> {
  return JSON.parse((await listSessionsJson(temporary.db, undefined, 10)).rows) as SessionRow[];
}

const NOTHING = { sessions: 0, data: 0, steps: 0, texts: 0 };
const uploads = (): Promise<string[]> => readdir(path.join(temporary.folder, 'uploads'));

describe('an import', () => {
  it('stores the whole session and removes the upload', async () => {
    const row = await receive('one.json', [canonicalTrace('one', 3)]);
    expect(await listed()).toEqual([]);
    await run();
    expect(await ended(row)).toMatchObject({
      status: 'done',
      sessionCount: 1,
      format: 'canonical',
    });
    const [session] = await listed();
    expect(session).toMatchObject({ steps: 3, entries: 6, peakReal: 1_200, limit: 10_000 });
    const profile = decodeProfile((await sessionPart(temporary.db, session!.id, 'profile'))!);
    expect([...profile.steps.real]).toEqual([1_000, 1_100, 1_200]);
    const refs = decodeRefs((await sessionPart(temporary.db, session!.id, 'refs'))!);
    const reader = textReader(temporary.db, row.id, 'entries');
    const texts = await Promise.all([...refs].map((ref) => reader.record(ref)));
    expect(JSON.parse(texts[5]!)).toMatchObject({ parts: [{ text: 'Answer 2: ünïcödé 𝛑' }] });
    expect(await uploads()).toEqual([]);
  });

  it('of a bad file fails with a sentence and leaves the others alone', async () => {
    const bad = await receive('bad.json', ['{"format": "highwater-session", "vers']);
    const good = await receive('good.json', [canonicalTrace('good', 2)]);
    const empty = await receive('empty.json', []);
    await run();
    expect((await ended(bad)).status).toBe('failed');
    expect(JSON.parse((await ended(bad)).error!)).toMatchObject({
      code: expect.any(String) as string,
      message: expect.stringMatching(/\.$/) as string,
    });
    expect(JSON.parse((await ended(empty)).error!)).toMatchObject({ code: 'empty' });
    expect((await ended(good)).status).toBe('done');
    expect((await counts())['sessions']).toBe(1);
    // A failed import can be retried for a day; on PostgreSQL its content is in the database.
    const kept = [bad.path, empty.path].filter((file) => !file.startsWith('database:'));
    expect((await uploads()).sort()).toEqual(kept.map((file) => path.basename(file)).sort());
  });

  it('of known content changes nothing but brings deleted sessions back', async () => {
    const text = canonicalTrace('same', 2);
    const first = await receive('a.json', [text]);
    await run();
    const before = await counts();
    const [session] = await listed();
    await deleteSessions(temporary.db, [session!.id]);
    // Other chunks and another name, same content: a duplicate.
    const second = await receive('b.json', [text.slice(0, 40), text.slice(40)]);
    await run();
    expect(await ended(second)).toMatchObject({ status: 'done', duplicateOf: first.id });
    expect(await counts()).toEqual(before);
    expect((await listed()).map((row) => row.id)).toEqual([session!.id]);
  });

  it('is read anew after its sessions were purged', async () => {
    const text = canonicalTrace('again', 2);
    const first = await receive('a.json', [text]);
    await run();
    await purgeImport(temporary.db, first.id);
    const second = await receive('a.json', [text]);
    await run();
    expect((await ended(second)).duplicateOf).toBeNull();
    expect((await counts())['sessions']).toBe(1);
  });

  it('that waits is cancelled at once, one that runs soon', async () => {
    const running = await receive('long.jsonl', claudeCodeTrace(8_000_000));
    const waiting = await receive('other.json', [canonicalTrace('other', 2)]);
    await cancelTraces(temporary.db, [waiting.id]);
    expect((await ended(waiting)).status).toBe('cancelled');
    const queue = run();
    await expect.poll(() => ended(running)).toMatchObject({ status: 'running' });
    await cancelTraces(temporary.db, [running.id]);
    await queue;
    expect((await ended(running)).status).toBe('cancelled');
    expect(await counts()).toEqual(NOTHING);
    expect(await uploads()).toEqual([]);
  });

  it('waits again when the server stops', async () => {
    const row = await receive('long.jsonl', claudeCodeTrace(8_000_000));
    const stop = new AbortController();
    const queue = run(stop.signal);
    await expect.poll(() => ended(row)).toMatchObject({ status: 'running' });
    stop.abort();
    await queue;
    expect(await ended(row)).toMatchObject({ status: 'queued', attempts: 0, pid: null });
    expect(await counts()).toEqual(NOTHING);
    await run();
    expect((await ended(row)).status).toBe('done');
  });

  it('whose upload breaks off leaves nothing', async () => {
    const broken = (async function* () {
      yield await Promise.resolve(Buffer.from('{"format"'));
      throw new Error('connection lost');
    })();
    await expect(receiveTrace(temporary.db, 'x.json', broken)).rejects.toThrow('connection lost');
    expect(await uploads()).toEqual([]);
    expect(await temporary.db.prisma.import.count()).toBe(0);
  });
});

describe('uploads of failed imports', () => {
  const failed = async (name: string): Promise<ImportRow> => {
    const row = await receive(name, [`{"${name}": `, 'x'.repeat(1_000)]);
    await run();
    return ended(row);
  };
  const messageOf = ({ error }: ImportRow): string =>
    (JSON.parse(error!) as { readonly message: string }).message;

  it('are kept up to a quota; the oldest go first, and their imports say so', async () => {
    const rows = [await failed('a'), await failed('b'), await failed('c')];
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    await dropFailedUploads(temporary.db, 2_500);
    const [a, b, c] = [await ended(rows[0]!), await ended(rows[1]!), await ended(rows[2]!)];
    expect([a.path, b.path, c.path]).toEqual(['', rows[1]!.path, rows[2]!.path]);
    expect(messageOf(a)).toBe(
      `${messageOf(rows[0]!)} Its upload is no longer kept: failed uploads of at most 1 GiB are kept, for a day. Upload it again to retry.`,
    );
    expect(messageOf(b)).toBe(messageOf(rows[1]!));
    const stored = [b, c].map(({ path: file }) => file).filter((file) => file.startsWith('/'));
    expect((await uploads()).sort()).toEqual(stored.map((file) => path.basename(file)).sort());
  });

  it('are deleted after a day', async () => {
    const row = await failed('a');
    const finishedAt = Date.now() - 25 * 3_600_000;
    await temporary.db.prisma.import.update({ where: { id: row.id }, data: { finishedAt } });
    const next = await failed('b');
    expect([(await ended(row)).path, (await ended(next)).path]).toEqual(['', next.path]);
  });
});

describe('uploads that no import needs', () => {
  it('are removed once they have stopped growing', async () => {
    const folder = path.join(temporary.folder, 'uploads');
    await mkdir(folder);
    const kept = path.join(folder, 'kept');
    const left = path.join(folder, 'left');
    for (const file of [kept, left, path.join(folder, 'growing')]) await writeFile(file, 'x');
    for (const file of [kept, left]) await utimes(file, 1, 1);
    const waiting = { file: 'kept.json', bytes: 1, sha256: 'a', path: kept, sample: false };
    await queueImport(temporary.db, waiting);
    await sweepUploads(temporary.db);
    expect((await uploads()).sort()).toEqual(['growing', 'kept']);
  });

  it('are removed with what a failed import unpacked; its upload stays', async () => {
    const row = await receiveTrace(temporary.db, 'a.zip', Readable.from([Buffer.from('PK')]));
    const folder = path.join(temporary.folder, 'uploads');
    const unpacked = path.join(folder, `${row.id}.unpacked`);
    const kept = await uploads();
    await mkdir(unpacked, { recursive: true });
    await utimes(unpacked, 1, 1);
    await sweepUploads(temporary.db);
    expect(await uploads()).toContain(`${row.id}.unpacked`);
    const { prisma } = temporary.db;
    await prisma.import.update({
      where: { id: row.id },
      data: { status: 'failed', finishedAt: Date.now() },
    });
    await sweepUploads(temporary.db);
    expect(await uploads()).toEqual(kept);
  });
});

describe('a killed import process', () => {
  it('leaves nothing half, and the next one finishes its work', async () => {
    const row = await receive('long.jsonl', claudeCodeTrace(20_000_000));
    const child = spawn(process.execPath, ['lib/server/import/import-program.mjs'], {
      env: { ...process.env, DATABASE_URL: temporary.url },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    await expect.poll(async () => (await counts())['texts']).toBeGreaterThan(1);
    child.kill('SIGKILL');
    await exited;
    expect((await ended(row)).status).toBe('running');
    expect(await listed()).toEqual([]);
    await run();
    expect(await ended(row)).toMatchObject({ status: 'done', attempts: 2, sessionCount: 1 });
    expect(await listed()).toHaveLength(1);
    const { texts } = await counts();
    const rows = await temporary.db.prisma.textBlob.findMany({
      where: { kind: 'entries' },
      orderBy: { first: 'asc' },
      select: { first: true, count: true },
    });
    // No entry is stored twice or missing.
    const ends = rows.map(({ first, count }) => first + count);
    expect(rows.map(({ first }) => first)).toEqual([0, ...ends.slice(0, -1)]);
    expect(texts).toBeGreaterThan(rows.length);
    expect(await uploads()).toEqual([]);
    expect(await temporary.db.prisma.uploadChunk.count()).toBe(0);
  }, 120_000);

  it('is given up after three times', async () => {
    const row = await receive('a.json', [canonicalTrace('a', 2)]);
    await temporary.db.prisma.import.update({
      where: { id: row.id },
      data: { status: 'running', pid: 2 ** 22 + 1, attempts: 3, heartbeatAt: Date.now() },
    });
    await run();
    expect((await ended(row)).status).toBe('failed');
    expect(JSON.parse((await ended(row)).error!)).toMatchObject({ code: 'interrupted' });
  });
});

describe('sessions', () => {
  it('are deleted, restored, and purged a day later', async () => {
    await receive('a.json', [canonicalTrace('a', 2)]);
    await receive('b.json', [canonicalTrace('b', 2)]);
    await run();
    const rows = await listed();
    const ids = rows.map((row) => row.id);
    expect(await deleteSessions(temporary.db, ids)).toBe(2);
    expect(await listed()).toEqual([]);
    expect(await restoreSessions(temporary.db, [ids[0]!])).toBe(1);
    expect((await listed()).map((row) => row.id)).toEqual([ids[0]]);
    await temporary.db.prisma.session.updateMany({
      where: { deletedAt: { not: null } },
      data: { deletedAt: Date.now() - 25 * 3_600_000 },
    });
    await run();
    expect((await counts())['sessions']).toBe(1);
    expect((await counts())['data']).toBe(1);
  });
});

describe('samples', () => {
  it('enter an untouched library once', async () => {
    const folder = path.join(temporary.folder, 'samples');
    await mkdir(folder);
    await writeFile(path.join(folder, 'one.json'), canonicalTrace('one', 2));
    expect(await isUntouched(temporary.db)).toBe(true);
    const queued = await queueSamples(temporary.db, folder);
    expect(queued).toHaveLength(1);
    expect(await queueSamples(temporary.db, folder)).toEqual([]);
    await run();
    expect(existsSync(path.join(folder, 'one.json'))).toBe(true);
    const [session] = await listed();
    await deleteSessions(temporary.db, [session!.id]);
    expect(await isUntouched(temporary.db)).toBe(false);
  });

  it('enter together or not at all: the next start tries again', async () => {
    const folder = path.join(temporary.folder, 'samples');
    await mkdir(path.join(folder, 'two.json'), { recursive: true });
    await writeFile(path.join(folder, 'one.json'), canonicalTrace('one', 2));
    await expect(queueSamples(temporary.db, folder)).rejects.toThrow(/EISDIR/);
    expect(await isUntouched(temporary.db)).toBe(true);
  });
});

describe('a full disk', () => {
  it('fails no import: it waits until there is room', async () => {
    const { db, remove } = await temporarySqlite();
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await receiveTrace(db, 'small.json', chunks([canonicalTrace('small', 2)]));
    await receiveTrace(db, 'large.jsonl', chunks(claudeCodeTrace(3e6)));
    const [pages] = await db.importing.query('PRAGMA page_count');
    // A connection that has failed is replaced, and with it the limit ends.
    await db.importing.query(`PRAGMA max_page_count = ${Number(pages?.[0])}`);
    let pauses = 0;
    await runQueue(db, new AbortController().signal, () => Promise.resolve(void pauses++));
    expect(pauses).toBeGreaterThan(1);
    expect(said.mock.calls).toEqual([
      ['Imports wait:', 'The disk is full: nothing more can be stored.'],
    ]);
    const rows = await db.prisma.import.findMany({ orderBy: { seq: 'asc' } });
    expect(rows.map(({ status, attempts, error }) => [status, attempts, error])).toEqual([
      ['done', 1, null],
      ['done', 1, null],
    ]);
    expect(await db.prisma.session.count({ where: { ready: true } })).toBe(2);
    said.mockRestore();
    await remove();
  });
});
