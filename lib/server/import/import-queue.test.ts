import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { claimImport } from '@/lib/server/db/imports/claims';
import { findMembers, memberTotals } from '@/lib/server/db/imports/import-members';
import {
  dismissImports,
  isRetryable,
  pauseImports,
  resumeImports,
  retryImports,
} from '@/lib/server/db/imports/import-queue';
import {
  failedImports,
  findImports,
  pendingImports,
  type ImportRow,
} from '@/lib/server/db/imports/imports';
import { tarFile } from '@/lib/readers/open/testing/tar-file';
import { zipFile } from '@/lib/readers/open/testing/zip-file';
import type { Receipt } from '@/lib/readers/importers/receipt';
import { importTrace } from './import-trace';
import { parseImportOptions, storedImportOptions } from './import-options';
import { machineName } from './machine-name';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { cancelTraces, sweepUploads } from './uploads';
import { freshQueue } from './testing/fresh-queue';

vi.setConfig({ testTimeout: 60_000 });

const temporary = freshQueue();
const { receive, run, again, uploads } = temporary;
const forever = new AbortController().signal;

/** A session file that ends in its middle. */
const CUT = '{"format":"highwater-session","vers';

const members = ({ id }: ImportRow): Promise<readonly ImportRow[]> =>
  findMembers(temporary.db, id, 0, 100);

describe('an archive', () => {
  it('becomes an import of its own a member, with a receipt that adds up', async () => {
    const tar = await tarFile([
      { name: 'logs/a.json', content: canonicalTrace('a', 2) },
      { name: 'logs/b.json.gz', content: gzipSync(canonicalTrace('b', 3)) },
      { name: 'logs/notes.txt', content: 'nothing of interest' },
      { name: 'logs/cut.json', content: CUT },
      { name: '../up.json', content: 'x' },
      { name: 'logs', type: 'directory' },
    ]);
    const parent = await receive('logs.tar.gz', [gzipSync(tar)]);
    await run();
    const receipt = JSON.parse((await again(parent)).receipt!) as Record<string, unknown>;
    expect(receipt).toMatchObject({ format: 'tar', read: 6, kept: 4, merged: [] });
    const rows = await members(parent);
    expect(rows.map(({ file, status, origin }) => `${origin} ${file} ${status}`)).toEqual([
      'member logs/cut.json failed',
      'member ../up.json failed',
      'member logs/a.json done',
      'member logs/b.json.gz done',
      'member logs/notes.txt failed',
    ]);
    const totals = await memberTotals(temporary.db, [parent.id]);
    expect(totals.get(parent.id)).toMatchObject({
      ...{ total: 5, done: 2, failed: 2, skipped: 1, sessions: 2 },
      ...{ waiting: 0, running: 0, paused: 0, cancelled: 0 },
    });
    expect(await temporary.db.prisma.session.count({ where: { ready: true } })).toBe(2);
    // Members are listed with their archive only.
    expect((await findImports(temporary.db)).map(({ id }) => id)).toEqual([parent.id]);
    expect((await uploads()).filter((name) => name.includes('unpacked'))).toEqual([]);
  });

  it('that cannot be unpacked fails as a whole', async () => {
    const zip = zipFile([{ name: 'a', content: 'a'.repeat(500) }]);
    const row = await receive('cut.zip', [zip.subarray(0, -30)]);
    await run();
    expect(await again(row)).toMatchObject({ status: 'failed' });
    expect((await again(row)).error).toContain('cut off');
    expect(await members(row)).toEqual([]);
  });

  it('lists a thousand refused members, counts all, and says so', async () => {
    const refused = Array.from({ length: 1_200 }, (_, i) => ({ name: `../${i}`, content: 'xxx' }));
    const sound = { name: 'sound.json', content: canonicalTrace('sound', 2) };
    const parent = await receive('refused.zip', [zipFile([...refused, sound])]);
    await run();
    const rows = await findMembers(temporary.db, parent.id, 0, 2_000);
    expect(rows).toHaveLength(1_001);
    const failed = rows.filter(({ status }) => status === 'failed');
    expect(failed.map(({ file }) => file)).toEqual(refused.slice(0, 1_000).map(({ name }) => name));
    for (const { error } of failed) expect(JSON.parse(error!)).toMatchObject({ code: 'refused' });
    expect(rows.find(({ file }) => file === 'sound.json')).toMatchObject({ status: 'done' });
    const receipt = JSON.parse((await again(parent)).receipt!) as Receipt;
    expect(receipt).toMatchObject({ read: 1_201, kept: 1, lost: 1_200 });
    expect(receipt.dropped.map(({ records }) => records)).toEqual([1_200]);
    expect(receipt.remarks).toContain('Only the first 1000 of 1200 refused files are listed.');
  });

  it('passes its options on, and the same archive again changes nothing', async () => {
    const zip = zipFile([{ name: 'a.json', content: canonicalTrace('a', 2) }]);
    const options = storedImportOptions({ numbersOnly: true })!;
    const first = await receive('a.zip', [zip], { options });
    await run();
    const [member] = await members(first);
    expect(parseImportOptions(member!.options)).toEqual({ numbersOnly: true });
    const second = await receive('a.zip', [zip], { options });
    await run();
    const [twin] = await members(second);
    expect(twin).toMatchObject({ status: 'done', duplicateOf: member!.id });
    expect(await temporary.db.prisma.session.count()).toBe(1);
  });
});

describe('the queue', () => {
  it('leaves out what is paused until it is resumed', async () => {
    const first = await receive('first.json', [canonicalTrace('first', 1)]);
    const second = await receive('second.json', [canonicalTrace('second', 1)]);
    expect(await pauseImports(temporary.db, first.id)).toBe(1);
    await run();
    expect([(await again(first)).status, (await again(second)).status]).toEqual(['queued', 'done']);
    expect(await pendingImports(temporary.db)).toBe(0);
    expect(await resumeImports(temporary.db)).toBe(1);
    await run();
    expect((await again(first)).status).toBe('done');
  });

  it('puts a running import back when it is paused, whole', async () => {
    const row = await receive('long.jsonl', claudeCodeTrace(30e6));
    const job = await claimImport(temporary.db, { host: machineName(), pid: process.pid });
    const reading = importTrace(temporary.db, job!, forever);
    const stored = (): Promise<number> => temporary.db.prisma.textBlob.count();
    await expect.poll(stored).toBeGreaterThan(0);
    await pauseImports(temporary.db);
    await reading;
    expect(await again(row)).toMatchObject({ status: 'queued', paused: true, attempts: 0 });
    expect(await stored()).toBe(0);
    await resumeImports(temporary.db, row.id);
    await run();
    expect((await again(row)).status).toBe('done');
  }, 60_000);

  it('tries failed imports again while their upload is kept', async () => {
    const row = await receive('bad.json', ['{"format":']);
    await run();
    expect((await again(row)).status).toBe('failed');
    await sweepUploads(temporary.db);
    expect(await retryImports(temporary.db, row.id)).toBe(1);
    expect(await again(row)).toMatchObject({ status: 'queued', attempts: 0, error: null });
    await run();
    expect((await again(row)).status).toBe('failed');
    const long = Date.now() - 25 * 60 * 60_000;
    const { prisma } = temporary.db;
    await prisma.import.update({ where: { id: row.id }, data: { finishedAt: long } });
    expect(await retryImports(temporary.db)).toBe(0);
  });

  it('lists what failed until it is dismissed, or a later state of its file is there', async () => {
    const names = async (): Promise<readonly string[]> =>
      (await failedImports(temporary.db)).map(({ file }) => file);
    const archive = await receive('logs.zip', [
      zipFile([
        { name: 'cut.json', content: CUT },
        { name: 'notes.txt', content: 'nothing of interest' },
      ]),
    ]);
    const chosen = await receive('chosen.txt', ['nothing of interest']);
    await receive('sound.json', [canonicalTrace('sound', 2)]);
    const live = { origin: 'watch', liveKey: 'watch:/logs/a.json' };
    await receive('watched.txt', ['nothing of interest'], { ...live, liveKey: 'watch:/logs/b' });
    await receive('a.json', [CUT], live);
    await run();
    // A file that nobody chose and that is no trace is no failure.
    expect(await names()).toEqual(['a.json', 'chosen.txt', 'logs.zip']);

    await receive('a.json', [canonicalTrace('a', 2)], live);
    await run();
    expect(await names()).toEqual(['chosen.txt', 'logs.zip']);

    expect(isRetryable(await again(chosen))).toBe(true);
    expect(await dismissImports(temporary.db, chosen.id)).toBe(1);
    expect(await names()).toEqual(['logs.zip']);
    expect(isRetryable(await again(chosen))).toBe(false);
    expect(await retryImports(temporary.db, chosen.id)).toBe(0);

    // What is tried again and fails again is a failure again.
    expect(await retryImports(temporary.db, archive.id)).toBeGreaterThan(0);
    expect(await names()).toEqual([]);
    await run();
    expect(await names()).toEqual(['logs.zip']);
    expect(await dismissImports(temporary.db)).toBeGreaterThan(0);
    expect(await names()).toEqual([]);
  });

  it('reads a later file between the members of an archive', async () => {
    const members = ['a', 'b', 'c'].map((name) => ({
      name: `${name}.json`,
      content: canonicalTrace(name, 2),
    }));
    const parent = await receive('many.zip', [zipFile(members)]);
    const job = await claimImport(temporary.db, { host: machineName(), pid: process.pid });
    await importTrace(temporary.db, job!, forever);
    const file = await receive('later.json', [canonicalTrace('later', 2)]);
    await run(forever, { turnMs: 0 });
    const { seq } = await again(file);
    const ended = await temporary.db.prisma.change.findMany({ orderBy: { seq: 'asc' } });
    const order = ended.map(({ subject }) => subject);
    const rows = await temporary.db.prisma.import.findMany({ where: { parentId: parent.id } });
    const last = Math.max(...rows.map(({ id }) => order.lastIndexOf(id)));
    expect(seq).toBeGreaterThan(Math.max(...rows.map((row) => row.seq)));
    expect(order.lastIndexOf(file.id)).toBeLessThan(last);
  });

  it('puts back what is late in the passing lane, which reads it no more', async () => {
    const row = await receive('long.jsonl', claudeCodeTrace(8e6));
    const other = await receive('other.json', [canonicalTrace('other', 2)]);
    const worker = { host: machineName(), pid: process.pid };
    const job = await claimImport(temporary.db, worker, { passing: true });
    await importTrace(temporary.db, job!, forever, AbortSignal.abort());
    expect(await again(row)).toMatchObject({ status: 'queued', attempts: 1, pid: null });
    await run(forever, { passing: true });
    expect([(await again(row)).status, (await again(other)).status]).toEqual(['queued', 'done']);
    await run();
    expect(await again(row)).toMatchObject({ status: 'done', attempts: 2 });
  });

  it('cancels all that waits, with the members of an archive', async () => {
    const zip = zipFile([{ name: 'a.json', content: canonicalTrace('a', 2) }]);
    const parent = await receive('a.zip', [zip]);
    const job = await claimImport(temporary.db, { host: machineName(), pid: process.pid });
    await importTrace(temporary.db, job!, forever);
    const other = await receive('b.json', [canonicalTrace('b', 2)]);
    expect(await cancelTraces(temporary.db, [parent.id])).toMatchObject({ changed: 1 });
    expect((await members(parent))[0]).toMatchObject({ status: 'cancelled' });
    expect(await cancelTraces(temporary.db, null)).toMatchObject({ changed: 1 });
    expect((await again(other)).status).toBe('cancelled');
    await expect.poll(uploads).toEqual([]);
  });
});
