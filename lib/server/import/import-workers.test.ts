import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  abandonedImports,
  claimImport,
  reportProgress,
  takeOverImport,
} from '@/lib/server/db/imports/claims';
import { completeArchive } from '@/lib/server/db/imports/complete-archive';
import { cancelImports } from '@/lib/server/db/imports/import-queue';
import { ImportStage } from '@/lib/server/db/imports/import-stage';
import { completeImport, failImport, requeueImport } from '@/lib/server/db/imports/imports';
import { queueImport } from '@/lib/server/db/imports/new-imports';
import { purgeStaged } from '@/lib/server/db/imports/purge';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { receiveTrace } from './uploads';

let temporary: TemporaryDatabase;
const children: ChildProcess[] = [];
beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  await temporary.remove();
});

const here = { host: 'here', pid: 1 };
const there = { host: 'there', pid: 1 };

async function queue(name: string, sha256 = name, more: { liveKey?: string } = {}) {
  const trace = { file: name, bytes: 1, sha256, path: '', sample: true };
  return queueImport(temporary.db, { ...trace, ...more });
}

const isPostgresql = (): boolean => temporary.db.dialect.importsAtOnce;

/** Columns of a successful import. */
const success = {
  format: 'x',
  bytesRead: 1,
  records: 1,
  receipt: '{}',
  secrets: null,
  sessionCount: 0,
};

describe('a claim', () => {
  it('belongs to one process; on PostgreSQL several imports run at once', async () => {
    for (const name of ['a', 'b', 'c']) await queue(name);
    const { db } = temporary;
    const claims = await Promise.all(
      [1, 2, 3, 4, 5].map((pid) => claimImport(db, { ...here, pid })),
    );
    const names = claims.flatMap((claim) => (claim ? [claim.file] : [])).sort();
    expect(names).toEqual(isPostgresql() ? ['a', 'b', 'c'] : ['a']);
  });

  it('waits for an earlier import of the same content or the same live trace', async () => {
    const { db } = temporary;
    await queue('first', 'same', { liveKey: 'key' });
    await queue('content', 'same');
    await queue('live', 'other', { liveKey: 'key' });
    const first = (await claimImport(db, here))!;
    expect(first.file).toBe('first');
    expect(await claimImport(db, there)).toBeNull();
    await failImport(db, first, { code: 'x', message: 'x' });
    expect((await claimImport(db, there))?.file).toBe('content');
  });

  it('ends with its process; whoever comes back too late stores and changes nothing', async () => {
    const { db } = temporary;
    const { id } = await queue('a');
    const late = (await claimImport(db, here))!;
    const stage = new ImportStage(db, late);
    stage.text('entries', '{"first":1}');
    await stage.settle();
    const alive = { isAlive: () => true, isSame: () => true };
    expect(await abandonedImports(db, there, alive)).toEqual([]);
    await db.prisma.import.update({ where: { id }, data: { heartbeatAt: 1 } });
    // On its own machine it may be silent as long as it lives: only whose id another has is dead.
    expect(await abandonedImports(db, here, alive)).toEqual([]);
    expect(await abandonedImports(db, here, { ...alive, isSame: () => false })).toHaveLength(1);
    expect(await abandonedImports(db, here, { ...alive, isAlive: () => false })).toHaveLength(1);
    const [abandoned] = await abandonedImports(db, there, alive);
    const takers = await Promise.all(
      [1, 2, 3].map((pid) => takeOverImport(db, abandoned!.row, { ...there, pid })),
    );
    const [claim, ...others] = takers.filter((taker) => taker !== null);
    expect(others).toEqual([]);
    await purgeStaged(db, claim!);
    await requeueImport(db, claim!, { counted: true });
    const next = (await claimImport(db, there))!;
    expect(next.attempts).toBe(2);
    const own = new ImportStage(db, next);
    own.text('entries', '{"second":2}');
    await own.settle();

    stage.text('entries', '{"late":3}');
    await expect(stage.settle()).rejects.toThrow('taken over');
    expect(await reportProgress(db, late, { bytesRead: 9, records: 9 })).toBe('lost');
    await purgeStaged(db, late);
    await failImport(db, late, { code: 'x', message: 'x' });
    await requeueImport(db, late, { counted: false });
    expect(await completeImport(db, late, success)).toBe(false);
    const row = await db.prisma.import.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: 'running', host: 'there', attempts: 2, bytesRead: 0 });
    expect(await db.prisma.textBlob.count({ where: { importId: id } })).toBe(1);
    expect(await completeImport(db, next, success)).toBe(true);
    await Promise.all([stage.close(), own.close()]);
  });
});

describe('a cancelled archive', () => {
  it('leaves no member that runs or waits, though processes claim them meanwhile', async () => {
    const { db } = temporary;
    const { id: parentId } = await queue('archive');
    const archive = (await claimImport(db, here))!;
    const members = Array.from({ length: 600 }, (_, i) => ({
      ...{ file: `${i}`, bytes: 1, sha256: `${i}`, path: `/nowhere/${i}` },
    }));
    const outcome = { format: 'zip', receipt: '{}', records: 600 };
    expect(await completeArchive(db, { ...archive, options: null }, outcome, members)).toBe(true);
    const cancelled = cancelImports(db, [parentId]);
    let over = false;
    void cancelled.then(() => (over = true));
    let claimed = 0;
    while (!over) if ((await claimImport(db, here, { atOnce: 600 })) !== null) claimed++;
    const { changed, uploads } = await cancelled;
    expect(claimed).toBeGreaterThan(0);
    expect([changed, uploads.length + claimed]).toEqual([600, 600]);
    const left = { parentId, status: { in: ['queued', 'running'] }, cancel: false };
    expect(await db.prisma.import.count({ where: left })).toBe(0);
  });
});

describe('a small import', () => {
  it('is stored by the transaction that ends it, or not at all', async () => {
    const { db } = temporary;
    const { id } = await queue('a');
    const texts = (): Promise<number> => db.prisma.textBlob.count({ where: { importId: id } });
    const claim = (await claimImport(db, here))!;
    const stage = new ImportStage(db, claim);
    stage.text('entries', '{"first":1}');
    const held = await stage.finish();
    expect(held).toHaveLength(1);
    expect(await texts()).toBe(0);
    await db.prisma.import.update({ where: { id }, data: { cancel: true } });
    expect(await completeImport(db, claim, success, held)).toBe(false);
    expect(await texts()).toBe(0);
    await db.prisma.import.update({ where: { id }, data: { cancel: false } });
    expect(await completeImport(db, claim, success, held)).toBe(true);
    expect(await texts()).toBe(1);
    await expect(completeImport(db, claim, success, held)).rejects.toThrow('taken over');
    expect(await texts()).toBe(1);
  });
});

function startWorker(): ChildProcess {
  const child = spawn(process.execPath, ['lib/server/import/import-program.mjs'], {
    env: { ...process.env, DATABASE_URL: temporary.url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  return child;
}

const IMPORTS = 40;

describe('two import processes', () => {
  it('import each of 40 traces once, though one of them is killed', async () => {
    const { db } = temporary;
    async function* content(i: number) {
      const trace = i % 8 === 0 ? claudeCodeTrace(800_000) : [canonicalTrace(`trace ${i}`, 3)];
      // The long ones differ in content that the importer ignores.
      if (i % 8 === 0) yield Buffer.from(`{"type":"note","number":${i}}\n`);
      for (const part of trace) yield await Promise.resolve(Buffer.from(part));
    }
    for (let i = 0; i < IMPORTS; i++) {
      await receiveTrace(db, `${i}.${i % 8 === 0 ? 'jsonl' : 'json'}`, content(i));
    }
    const workers = [startWorker(), startWorker()] as const;
    const exits = workers.map((worker) => once(worker, 'exit'));
    // The first process seen at work is killed in the middle.
    const [victim] = await vi.waitFor(
      async () => {
        const row = await db.prisma.import.findFirst({ where: { status: 'running' } });
        const found = workers.filter(({ pid }) => pid === row?.pid);
        expect(found).toHaveLength(1);
        return found;
      },
      { timeout: 120_000, interval: 20 },
    );
    victim!.kill('SIGKILL');
    await Promise.all(exits);
    const rows = await db.prisma.import.findMany({ orderBy: { seq: 'asc' } });
    expect(rows.map(({ status }) => status)).toEqual(Array<string>(IMPORTS).fill('done'));
    expect(rows.filter(({ attempts }) => attempts > 1).length).toBeLessThanOrEqual(1);
    const sessions = await db.prisma.session.findMany({
      select: { importId: true, ready: true },
    });
    expect(sessions.every(({ ready }) => ready)).toBe(true);
    expect(sessions.map(({ importId }) => importId).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
    expect(await db.prisma.sessionData.count()).toBe(IMPORTS);
    expect(await db.prisma.uploadChunk.count()).toBe(0);
  }, 240_000);
});
