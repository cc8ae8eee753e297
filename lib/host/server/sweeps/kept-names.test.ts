import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { namedSession } from '@/lib/analysis/recall/named-session';
import { recallTotals } from '@/lib/analysis/recall/recall-totals';
import type { Sweep } from '@/lib/host/api/contract/sweep-contract';
import { database } from '@/lib/host/db/client';
import { compress } from '@/lib/host/db/compress';
import { migrate } from '@/lib/host/db/migrate/migrate';
import { deleteSessions, restoreSessions, sessionPart } from '@/lib/host/db/sessions/sessions';
import { missingShares } from '@/lib/host/db/sweeps/shares';
import { findPolicy } from '@/lib/policies/registry';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import type { Session } from '@/lib/session/schema';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/measure';
import { decodeProfile } from '@/lib/tokens/profile-codec';
import { encodeReferences } from '@/lib/tokens/references/reference-codec';
import { indexSession } from '@/lib/tokens/references/session-references';
import { decodeFigures, encodeFigures } from '@/lib/tuning/figures/figure-codec';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { runShare } from '@/lib/tuning/sweep/share';
import { encodeResults } from '@/lib/tuning/sweep/sweep-results';
import { imported } from '../testing/library-routes';
import { advanceSweep } from './advance';
import { computeShare, KnownSweeps, type ComputeShare } from './compute-share';
import { getSweepExport } from './export-sweep';
import { shareFigures } from './process/share-figures';
import { getFigures, postResume } from './sweeps';
import { call, isEnded, startSweep, sweepNow } from './testing/sweep-library';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-names-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/host/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));
// Shares are computed by the tests alone.
vi.mock('./sweep-host', () => ({ sweepHost: () => ({ wake: () => undefined }) }));

const WINDOWS = [60_000, 100_000, 150_000, 200_000];

/** A session that reads the files in turn: equally long names give equal numbers. */
function reading(name: string, files: readonly string[]): Session {
  const lines = files.map(
    (file, at) => `c read {"path":"src/${file}.ts"}\nr read 30000\n-- ${(at + 1) * 30_000}`,
  );
  return textSession(['model house-7', ...lines].join('\n'), name);
}

const again = reading('again', ['a', 'b', 'a', 'b', 'a', 'b']);
const onward = reading('again', ['a', 'b', 'c', 'd', 'e', 'f']);
const numbers: Session = {
  ...again,
  name: 'numbers',
  entries: again.entries.map(({ role }) => ({
    role,
    parts: [{ kind: 'sized', of: 'text', sizes: [30_000] }],
  })),
};

let ids: readonly string[] = [];
beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  ids = [await imported(again), await imported(numbers)];
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

const planOf = (figures: readonly FigureId[], limit = 200_000): SweepPlan => ({
  columns: [
    {
      policy: 'contextguard-threshold',
      settings: { factor: 2 },
      axes: [{ setting: 'window', values: WINDOWS }],
      sample: null,
    },
  ],
  limit,
  figures: { ids: figures, prices: { input: 5, output: 25 } },
});

/** Computes a share as a thread does. */
const inThisProcess: ComputeShare = async (task) => {
  const { of, plan, cells, profiles } = task;
  const at = (row: number) => prepare(decodeProfile(profiles[row]!));
  return of === 'totals'
    ? encodeResults(runShare(plan, cells, profiles.length, at))
    : encodeFigures(await shareFigures(of, task, { length: profiles.length, at }));
};

/** Computes a sweep share by share until `stop` says so, or it ends; what was computed of each kind. */
async function computed(
  id: string,
  stop: (sweep: Sweep) => boolean = () => false,
): Promise<readonly string[]> {
  const db = await database();
  const known = new KnownSweeps(db);
  const shares = new Set<string>();
  const compute: ComputeShare = (task) => {
    shares.add(task.of);
    return inThisProcess(task);
  };
  for (
    let sweep = await sweepNow(id);
    !isEnded(sweep) && !stop(sweep);
    sweep = await sweepNow(id)
  ) {
    const [place] = await missingShares(db, id, 1);
    if (place !== undefined) await computeShare(db, known, place, compute);
    else await advanceSweep(db, id);
  }
  return [...shares];
}

const hasTotals = ({ progress, sessions, cells }: Sweep): boolean =>
  progress.done.units >= sessions * cells;
const isOfNames = ({ progress }: Sweep): boolean => progress.phase === 'recall';

async function figuresOf(id: string): Promise<Readonly<Record<string, readonly number[]>>> {
  const bytes = await (await call(getFigures, '/x', { id })).arrayBuffer();
  const { figures, values } = decodeFigures(new Uint8Array(bytes));
  return Object.fromEntries(figures.map((name, i) => [name, [...(values[i] ?? [])]]));
}

/** Regret and rework of whole replays outside of any sweep. */
function expected(session: Session) {
  const measured = prepare(measureSession(session));
  const policy = findPolicy('contextguard-threshold')!;
  return WINDOWS.map((window) => {
    const settings = policy.settings.parse({ window, factor: 2 });
    const made = replay(measured, policy, settings, { limit: 200_000 });
    return recallTotals(namedSession(measured, indexSession(session)!), made);
  });
}

const NONE = WINDOWS.map(() => NaN);

describe('regret and rework of a kept sweep', () => {
  it('are those of each replay; of numbers alone they are not told, never nothing', async () => {
    const { id, figures } = await startSweep(ids, planOf(['cost', 'regret', 'rework']));
    expect(figures).toEqual(['cost', 'regret', 'rework']);
    await computed(id);
    const ended = await sweepNow(id);
    expect(ended).toMatchObject({ status: 'done', error: null });
    const { phase, done, total } = ended.progress;
    expect([phase, done.units]).toEqual(['recall', total]);
    expect(total).toBe(3 * ids.length * WINDOWS.length);
    const totals = expected(again);
    expect(totals[0]?.regret).toBeGreaterThan(0);
    expect(totals[0]?.rework).toBeGreaterThan(0);
    const { cost, regret, rework } = await figuresOf(id);
    expect(regret).toEqual([...totals.map((one) => one.regret), ...NONE]);
    expect(rework).toEqual([...totals.map((one) => one.rework), ...NONE]);
    expect(cost?.every((dollars) => dollars > 0)).toBe(true);
  });

  it('leave as columns of the files, empty where they are not told', async () => {
    const { id } = await startSweep(ids, planOf(['regret', 'rework']));
    await computed(id);
    const text = async (format: string): Promise<readonly string[]> =>
      (await (await call(getSweepExport, `/x?format=${format}`, { id })).text())
        .trimEnd()
        .split(/\r?\n/);
    const [head = '', ...rows] = await text('csv');
    expect(head.endsWith(',unusedTokens,regretTokens,reworkTokens')).toBe(true);
    const told = expected(again).map((one) => [one.regret, one.rework] as const);
    expect(rows.map((row) => row.split(',').slice(-2).join())).toEqual([
      ...told.map((pair) => pair.join()),
      ...WINDOWS.map(() => ','),
    ]);
    const lines = (await text('ndjson')).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((row) => [row['regretTokens'], row['reworkTokens']])).toEqual([
      ...told,
      ...WINDOWS.map(() => [null, null]),
    ]);
  });

  it('note no price list, and take each other’s results and those of cost', async () => {
    const { id, progress } = await startSweep(ids, planOf(['rework']));
    expect(progress.total).toBe(2 * ids.length * WINDOWS.length);
    expect(await computed(id)).toEqual([]);
    const { plan } = await sweepNow(id);
    expect(plan.figures).toEqual({ ids: ['rework'], prices: { input: 5, output: 25 } });
    expect(Object.keys(await figuresOf(id))).toEqual(['rework']);
    const both = await startSweep(ids, planOf(['cost', 'rework']));
    expect(await computed(both.id)).toEqual([]);
    expect((await sweepNow(both.id)).status).toBe('done');
  });

  it('are computed for other names of equal numbers, and only they', async () => {
    const first = await startSweep(ids.slice(0, 1), planOf(['regret', 'rework'], 190_000));
    expect(await computed(first.id)).toEqual(['totals', 'recall']);
    const db = await database();
    const references = encodeReferences(indexSession(onward)!);
    const before = await sessionPart(db, ids[0]!, 'references');
    await replaceNames(ids[0]!, references);
    const second = await startSweep(ids.slice(0, 1), planOf(['regret', 'rework'], 190_000));
    expect(await computed(second.id)).toEqual(['recall']);
    expect((await figuresOf(second.id))['rework']).toEqual([0, 0, 0, 0]);
    expect((await figuresOf(first.id))['rework']?.[0]).toBeGreaterThan(0);
    await replaceNames(ids[0]!, before);
  });

  it('end the sweep by name where the names change while they are computed', async () => {
    const { id } = await startSweep(ids, planOf(['regret'], 180_000));
    const db = await database();
    expect(await computed(id, isOfNames)).toEqual(['totals']);
    const before = await sessionPart(db, ids[0]!, 'references');
    await replaceNames(ids[0]!, encodeReferences(indexSession(onward)!));
    expect(await computed(id)).toEqual([]);
    const failed = await sweepNow(id);
    expect(failed.error).toEqual({
      message: 'The names in the session "again" changed after the sweep read them.',
      at: ids[0],
    });
    // Once they are back it goes on.
    await replaceNames(ids[0]!, before);
    await call(postResume, '/x', { method: 'POST', id });
    expect(await computed(id)).toEqual(['recall']);
    expect((await sweepNow(id)).status).toBe('done');
    expect((await figuresOf(id))['regret']?.[0]).toBeGreaterThan(0);
  });

  it('end the sweep by name where a session is gone before its names are read', async () => {
    const { id } = await startSweep(ids, planOf(['regret'], 170_000));
    const db = await database();
    await computed(id, hasTotals);
    await deleteSessions(db, [ids[1]!]);
    expect(await computed(id)).toEqual([]);
    expect((await sweepNow(id)).error).toEqual({
      message: 'The session "numbers" was deleted after the sweep began.',
      at: ids[1],
    });
    await restoreSessions(db, [ids[1]!]);
    await call(postResume, '/x', { method: 'POST', id });
    expect(await computed(id)).toEqual(['recall']);
    expect((await sweepNow(id)).status).toBe('done');
  });

  it('are told of a session that was imported before names were kept', async () => {
    const db = await database();
    const before = await sessionPart(db, ids[0]!, 'references');
    await replaceNames(ids[0]!, null);
    const { id } = await startSweep(ids, planOf(['regret'], 200_000));
    // Its names are read anew, and are the same: nothing is left to compute.
    expect(await computed(id)).toEqual([]);
    expect(await sessionPart(db, ids[0]!, 'references')).toEqual(before);
    expect((await figuresOf(id))['regret']).toEqual([
      ...expected(again).map((one) => one.regret),
      ...NONE,
    ]);
  });
});

async function replaceNames(sessionId: string, names: Uint8Array | null): Promise<void> {
  const { prisma } = await database();
  const references = names && (await compress(names));
  await prisma.sessionData.update({ where: { sessionId }, data: { references } });
}
