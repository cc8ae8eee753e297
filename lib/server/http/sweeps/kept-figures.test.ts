import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { replayCost } from '@/lib/analysis/cost/replay-cost';
import { cacheEvidence } from '@/lib/analysis/cost/cache-evidence';
import { errorEnvelopeSchema } from '@/lib/api/contract/contract';
import { sweepBriefSchema } from '@/lib/api/contract/sweep-contract';
import { database } from '@/lib/server/db/client';
import { findSession } from '@/lib/server/db/sessions/sessions';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { findPolicy } from '@/lib/policies/registry';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { decodeFigures } from '@/lib/tuning/figures/figure-codec';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import { CellSettings } from '@/lib/tuning/sweep/cell-settings';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { ownBytes } from '../sessions/own-profile';
import { getSweepExport } from './export-sweep';
import type { BossQueue } from './process/boss-queue';
import { sweepHost } from './sweep-host';
import { getFigures, postCancel, postResume, postSweep } from './sweeps';
import {
  broadPlan,
  call,
  expectedResults,
  importTraces,
  isEnded,
  resultsOf,
  shortLivedShares,
  startSweep,
  type sweepNow,
  untilSweep,
} from './testing/sweep-library';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const prices = { models: { 'gemini-3.1-pro-preview': { input: 2, output: 12 } } };
const priced = (plan: SweepPlan, given: object = prices): SweepPlan => ({
  ...plan,
  figures: { ids: ['cost'], prices: given },
});
/** Three columns of seven windows each: every cell is replayed as a whole, beside the sweep. */
const small: SweepPlan = {
  ...broadPlan,
  columns: broadPlan.columns.slice(0, 3).map((column) => ({
    ...column,
    axes: column.axes.map(({ setting, values }) => ({
      setting,
      values: values.filter((_, k) => k % 4 === 0),
    })),
  })),
};

// This file runs on SQLite and on PostgreSQL.
let ids: readonly string[] = [];
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

const figuresOf = async (id: string) => {
  const response = await call(getFigures, `/api/sweeps/${id}/figures`, { id });
  return decodeFigures(new Uint8Array(await response.arrayBuffer()));
};

/** What each session costs under each cell, by whole replays outside of any sweep. */
async function expectedCosts(plan: SweepPlan, given: object): Promise<readonly number[]> {
  const db = await database();
  const cells = sweepCells(plan);
  const costs: number[] = [];
  for (const id of ids) {
    const row = await findSession(db, id);
    const session = prepare(decodeProfile(await ownBytes(db, row!)));
    const own = sessionPrices(session.profile, new Date(), given);
    const settingsOf = new CellSettings(plan, cells).of(session.profile.head);
    for (const [at, cell] of cells.entries()) {
      const policy = findPolicy(plan.columns[cell.column]!.policy)!;
      const made = replay(session, policy, settingsOf(at), { limit: plan.limit });
      const total = costTotal(made, ratesOf(own));
      const report = replayCost(made, {
        ratesOf: ratesOf(own),
        cache: cacheEvidence(session.profile),
        summariser: policy.traits.summariserCache ?? 'unshared',
      });
      if (!Number.isNaN(total)) expect(total).toBeCloseTo(report.total, 9);
      costs.push(total);
    }
  }
  return costs;
}

describe('figures of a kept sweep', () => {
  it('are those of each replay, and leave the totals as they are', async () => {
    const plain = await untilSweep((await startSweep(ids, small)).id, isEnded);
    expect(plain.figures).toEqual([]);
    const { id, figures } = await startSweep(ids, priced(small));
    expect(figures).toEqual(['cost']);
    const ended = await untilSweep(id, isEnded);
    expect(ended).toMatchObject({ status: 'done', error: null });
    expect(ended.plan.figures).toMatchObject({ ids: ['cost'], prices, list: PRICE_LIST });
    const { known, done, cached, total, phase } = ended.progress;
    expect([phase, done.units]).toEqual(['figures', total]);
    expect(total).toBe(2 * ended.sessions * ended.cells);
    // The totals are those of the sweep without figures, under the same keys.
    expect(cached).toEqual(plain.progress.known);
    expect(known.units).toBe(2 * plain.progress.known.units);
    expect(await resultsOf(id)).toEqual(await expectedResults(ids, small));
    const { values, sessions, cells } = await figuresOf(id);
    expect(values[0]).toHaveLength(sessions * cells);
    expect([...values[0]!]).toEqual(await expectedCosts(small, prices));
    expect(values[0]!.some((value) => value > 0)).toBe(true);
  }, 120_000);

  it('leave as columns of the files, empty where a session has no price', async () => {
    const { id } = await untilSweep((await startSweep(ids, priced(small, {}))).id, isEnded);
    const text = async (format: string): Promise<readonly string[]> => {
      const response = await call(getSweepExport, `/x?format=${format}`, { id });
      return (await response.text()).trimEnd().split(/\r?\n/);
    };
    const [head = '', ...rows] = await text('csv');
    expect(head.endsWith(',sentTokens,unusedTokens,costUsd')).toBe(true);
    const costs = await expectedCosts(small, {});
    const shown = rows.map((row) => row.slice(row.lastIndexOf(',') + 1));
    expect(shown).toEqual(costs.map((cost) => (Number.isNaN(cost) ? '' : String(cost))));
    const lines = (await text('ndjson')).map((line) => JSON.parse(line) as { costUsd: unknown });
    expect(lines.map(({ costUsd }) => costUsd)).toEqual(
      costs.map((cost) => (Number.isNaN(cost) ? null : cost)),
    );
  }, 120_000);

  it('are computed on from where the sweep was stopped', async () => {
    const plan = priced({ ...broadPlan, limit: 111_000 });
    const { id } = await startSweep(ids, plan);
    const hasSome = ({ progress }: Awaited<ReturnType<typeof sweepNow>>): boolean =>
      progress.phase === 'figures' && progress.done.units > progress.total / 2;
    await untilSweep(id, (sweep) => hasSome(sweep) || isEnded(sweep));
    const stopped = await call(postCancel, '/x', { method: 'POST', id });
    if (stopped.ok) {
      expect(sweepBriefSchema.parse(await stopped.json()).status).toBe('cancelled');
      await call(postResume, '/x', { method: 'POST', id });
    }
    const ended = await untilSweep(id, isEnded);
    expect(ended.status).toBe('done');
    expect(ended.progress.remainingMs ?? 0).toBe(0);
    const { values } = await figuresOf(id);
    expect(values[0]!.some((value) => value > 0)).toBe(true);
    expect(await resultsOf(id)).toEqual(await expectedResults(ids, plan));
  }, 120_000);

  it('are of one price list: another ends the sweep with the reason', async () => {
    const { prisma } = await database();
    await sweepHost().stop();
    const { id } = await startSweep(ids, priced({ ...small, limit: 99_000 }));
    const { plan } = await prisma.sweep.findUniqueOrThrow({ where: { id } });
    const changed = plan.replace(PRICE_LIST, 'prices of old');
    await prisma.sweep.update({ where: { id }, data: { plan: changed } });
    await sweepHost().resume(await database());
    const failed = await untilSweep(id, isEnded);
    expect(failed.status).toBe('failed');
    expect(failed.error?.message).toContain(
      `its prices are of prices of old, and this program has ${PRICE_LIST}`,
    );
    // Its totals stay.
    expect(await resultsOf(id)).toEqual(await expectedResults(ids, { ...small, limit: 99_000 }));
  }, 120_000);

  it('are none where none was asked for, and refused where they are no figures', async () => {
    const { id } = await startSweep(ids, small);
    const none = await call(getFigures, '/x', { id });
    expect(none.status).toBe(404);
    expect(errorEnvelopeSchema.parse(await none.json()).error.message).toBe(
      'The sweep computes no figures.',
    );
    for (const [figures, at] of [
      [{ ids: [] }, 'plan.figures.ids'],
      [{ ids: ['cost', 'cost'] }, 'plan.figures.ids'],
      [{ ids: ['gold'] }, 'plan.figures.ids.0'],
      [{ ids: ['cost'], prices: { input: -1 } }, 'plan.figures.prices.input'],
      [{ ids: ['cost'], list: 'prices of old' }, 'plan.figures.list'],
    ] as const) {
      const body = { sessions: ids, plan: { ...small, figures }, baseline: null };
      const response = await call(postSweep, '/x', { method: 'POST', body });
      expect(response.status).toBe(400);
      expect(errorEnvelopeSchema.parse(await response.json()).error.at).toBe(at);
    }
  });
});
