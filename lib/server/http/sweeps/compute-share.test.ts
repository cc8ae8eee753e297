import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processWide } from '@/lib/server/process-wide';
import { database } from '@/lib/server/db/client';
import { missingShares } from '@/lib/server/db/sweeps/shares';
import { computeShare, KnownSweeps, type ComputeShare } from './compute-share';
import { ThreadPool } from './process/thread-pool';
import { ShareFault } from './share-fault';
import { importTraces, startSweep, sweepNow } from './testing/sweep-library';
import { closeLibrary } from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();
// Shares are computed by the tests alone.
processWide('sweepHost', () => ({ wake: () => undefined }))();

describe('a share', () => {
  let ids: readonly string[] = [];
  beforeAll(async () => {
    ids = await importTraces();
  });
  afterAll(closeLibrary);

  /** A sweep, and its first share computed in some way, once. */
  async function begun() {
    const db = await database();
    const { id } = await startSweep(ids);
    const [place] = await missingShares(db, id, 1);
    const known = new KnownSweeps(db);
    return { id, attempt: (compute: ComputeShare) => computeShare(db, known, place!, compute) };
  }

  it('that ends its worker again and again ends the sweep', async () => {
    const { id, attempt } = await begun();
    const compute = vi.fn(() => Promise.reject(new Error('The thread ended.')));
    for (let i = 0; i < 4; i++) await expect(attempt(compute)).rejects.toThrow('The thread ended.');
    expect((await sweepNow(id)).status).toBe('running');
    await attempt(compute);
    expect(compute).toHaveBeenCalledTimes(4);
    expect(await sweepNow(id)).toMatchObject({
      status: 'failed',
      error: {
        message: 'Share 0 of the sweep ended its worker 4 times; it may need more memory.',
      },
    });
  });

  it('that cannot be replayed ends the sweep with the reason', async () => {
    const { id, attempt } = await begun();
    await attempt(() => Promise.reject(new ShareFault('There is no table of sizes "x".', 'x')));
    const { status, error } = await sweepNow(id);
    expect({ status, error }).toEqual({
      status: 'failed',
      error: { message: 'There is no table of sizes "x".', at: 'x' },
    });
  });

  it('of a sweep that has ended is not computed', async () => {
    const { id, attempt } = await begun();
    const { prisma } = await database();
    await prisma.sweep.update({ where: { id }, data: { status: 'cancelled' } });
    const compute = vi.fn(() => Promise.resolve(new Uint8Array()));
    await attempt(compute);
    expect(compute).not.toHaveBeenCalled();
  });
});

describe('a pool of threads', () => {
  const task = (policy: string) => ({
    of: 'totals' as const,
    plan: { columns: [{ policy, settings: {}, axes: [], sample: null }], limit: null },
    cells: [],
    profiles: [],
  });
  const PROGRAM = `require('node:worker_threads').parentPort.on('message', ({ plan }) => {
    const [{ policy }] = plan.columns;
    if (policy === 'dies') process.exit(1);
    if (policy === 'breaks') throw new Error('out of memory');
    const answer = policy === 'fails' ? { failure: 'no such setting' } : { results: new Uint8Array([7]) };
    require('node:worker_threads').parentPort.postMessage(answer);
  });`;

  it('replaces a thread that ends, and tells a fault of the share from one of the thread', async () => {
    const started: Worker[] = [];
    const pool = new ThreadPool(() => {
      const thread = new Worker(PROGRAM, { eval: true, stderr: true });
      started.push(thread);
      return thread;
    });
    expect(await pool.compute(task('runs'))).toEqual(new Uint8Array([7]));
    await expect(pool.compute(task('fails'))).rejects.toThrow(ShareFault);
    expect(started).toHaveLength(1);
    await expect(pool.compute(task('dies'))).rejects.toThrow('A thread of the sweep ended.');
    await expect(pool.compute(task('breaks'))).rejects.toThrow('out of memory');
    expect(started).toHaveLength(2);
    expect(await pool.compute(task('runs'))).toEqual(new Uint8Array([7]));
    expect(started).toHaveLength(3);
    // One that ends while it has nothing to do.
    await started[2]?.terminate();
    expect(await pool.compute(task('runs'))).toEqual(new Uint8Array([7]));
    expect(started).toHaveLength(4);
    await pool.close();
  }, 20_000);
});
