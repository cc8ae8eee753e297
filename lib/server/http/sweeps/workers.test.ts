import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database } from '@/lib/server/db/client';
import { connectPostgresql } from '@/lib/server/db/connection/postgresql';
import { processWide } from '@/lib/server/process-wide';
import { BossQueue } from './process/boss-queue';
import {
  broadPlan,
  expectedResults,
  importTraces,
  isEnded,
  resultsOf,
  shortLivedShares,
  startSweep,
  untilSweep,
} from './testing/sweep-library';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();
// The server of these tests computes nothing: workers do.
processWide('sweepHost', () => ({ wake: () => undefined }))();

const children: ChildProcess[] = [];

/** Starts `highwater worker`, or its process alone. */
function startWorker(args = ['lib/server/http/sweeps/process/sweep-program.mjs', '--standing']) {
  const child = spawn(process.execPath, args, {
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const ready = once(child.stdout, 'data').then(([line]) => String(line));
  return { child, ready };
}

describe.runIf(process.env['HIGHWATER_TEST_DATABASE'] === 'postgresql')('workers', () => {
  let ids: readonly string[] = [];
  let queue: BossQueue;
  beforeAll(async () => {
    ids = await importTraces();
    queue = await shortLivedShares();
  });
  afterAll(async () => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
    await (await database()).close();
  });

  it('compute one sweep together, though one of them is killed', async () => {
    const { id } = await startSweep(ids);
    const [victim, other] = [startWorker(), startWorker()];
    await Promise.all([victim.ready, other.ready]);
    await untilSweep(id, ({ progress }) => progress.done.shares > 2);
    victim.child.kill('SIGKILL');
    const ended = await untilSweep(id, isEnded);
    expect(ended).toMatchObject({ status: 'done', error: null });
    expect(ended.progress.done).toEqual(ended.progress.known);
    expect(await resultsOf(id)).toEqual(await expectedResults(ids));
    const exited = once(other.child, 'exit');
    other.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  }, 120_000);

  it('store each share once, and take over what a killed one had begun', async () => {
    const plan = { ...broadPlan, limit: 120_000 };
    const { id } = await startSweep(ids, plan);
    // A worker that took a share and died before its result: nothing but the taken job is left.
    await queue.grown();
    // What the killed worker of the sweep before had stored, but not settled, may come first.
    let lost = await queue.next();
    for (; lost !== null && lost.place.sweepId !== id; lost = await queue.next()) await lost.done();
    expect(lost?.place.sweepId).toBe(id);
    const { child, ready } = startWorker();
    await ready;
    const ended = await untilSweep(id, isEnded);
    expect(ended.status).toBe('done');
    expect(await resultsOf(id)).toEqual(await expectedResults(ids, plan));
    const { prisma } = await database();
    const shares = await prisma.sweepShare.findMany({ where: { sweepId: id } });
    const keys = new Set(shares.map(({ key }) => key));
    expect(await prisma.sweepResult.count({ where: { key: { in: [...keys] } } })).toBe(keys.size);
    child.kill('SIGKILL');
  }, 120_000);

  it('stop at a signal after the shares that they compute', async () => {
    const plan = { ...broadPlan, limit: 110_000 };
    const { id } = await startSweep(ids, plan);
    const { child, ready } = startWorker(['lib/cli/bin.mjs', 'worker', '--concurrency', '1']);
    expect(await ready).toMatch(/^Computes up to 1 shares at once, engine \d+\.\n$/);
    await untilSweep(id, ({ progress }) => progress.done.shares > 0);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    const { prisma } = await database();
    const begun = await prisma.sweepShare.findMany({ where: { sweepId: id, attempts: { gt: 0 } } });
    const stored = await prisma.sweepResult.count({
      where: { key: { in: begun.map(({ key }) => key) } },
    });
    expect(stored).toBe(begun.length);
  }, 120_000);

  it('need no rights beyond those on their database', async () => {
    await startSweep(ids, { ...broadPlan, limit: 100_000 });
    const client = await connectPostgresql(process.env['DATABASE_URL']!);
    const name = `worker_${process.pid}`;
    try {
      await client.query(`CREATE ROLE "${name}" LOGIN PASSWORD 'secret' NOSUPERUSER`);
      await client.query(`CREATE DATABASE "${name}" OWNER "${name}"`);
      const url = new URL(process.env['DATABASE_URL']!);
      [url.username, url.password, url.pathname] = [name, 'secret', `/${name}`];
      const own = await BossQueue.open(await database(), url.href);
      expect((await own.next())?.place.sweepId).toBeDefined();
      await own.close();
      const boss = new PgBoss({ connectionString: url.href, supervise: false });
      // The database is dropped while its last connection closes.
      boss.on('error', () => undefined);
      await boss.start();
      await boss.maintain();
      await boss.stop({ graceful: false });
    } finally {
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      await client.query(`DROP ROLE IF EXISTS "${name}"`);
      await client.end();
    }
  });

  it('say in a sentence that the database cannot be used', async () => {
    const client = await connectPostgresql(process.env['DATABASE_URL']!);
    const name = `reader_${process.pid}`;
    await client.query(`CREATE ROLE "${name}" LOGIN PASSWORD 'secret' NOSUPERUSER`);
    const url = new URL(process.env['DATABASE_URL']!);
    [url.username, url.password] = [name, 'secret'];
    const refused = `does not let "${name}" create tables`;
    await queue.close();
    await client.query('DROP SCHEMA pgboss CASCADE');
    await expect(BossQueue.open(await database(), url.href)).rejects.toThrow(refused);
    await client.query(`DROP ROLE "${name}"`);
    await client.end();
    const args = ['lib/cli/bin.mjs', 'worker'];
    const env = { ...process.env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const message = text(child.stderr);
    expect(await once(child, 'exit')).toEqual([3, null]);
    expect(await message).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\. .+\nThe worker ended early/,
    );
  });
});
