import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Database } from '@/lib/server/db/client';
import { countSweeps, createSweep, type SweepRow } from '@/lib/server/db/sweeps/sweeps';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import { MOST_SWEEPS, MOST_UNITS, type sweepInputSchema } from '@/lib/api/contract/sweep-contract';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import { ENGINE } from '@/lib/engine/replay/engine';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import { firstPhase } from '@/lib/tuning/sweep/phases';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { planFault } from '@/lib/tuning/sweep/plan-fault';
import type * as z from 'zod';
import { prepare } from '@/lib/engine/replay/prepare';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { countedOnce } from '@/lib/tuning/shared-steps';
import { noSession, requireCorpus } from '../corpora/corpora';
import { listOf, pagesOf, setOfCorpus, type SessionSet } from '../corpora/resolve';
import { badRequest, RequestError } from '../handler';
import { ensureSizeTables } from '../size-tables';
import { profilesOf } from './compute-share';
import { phaseShares } from './phase-shares';

type SweepWish = z.output<typeof sweepInputSchema>;

/**
 * Keeps a sweep with a snapshot of its sessions: their facts and hashes, not their numbers.
 * @throws RequestError for a wrong plan, a missing session, or more than is kept.
 */
export async function newSweep(db: Database, wish: SweepWish): Promise<SweepRow> {
  const plan = withBasis(wish.plan);
  const { baseline } = wish;
  await ensureSizeTables();
  const fault =
    planFault(plan) ??
    (baseline && planFault({ columns: [{ ...baseline, axes: [], sample: null }], limit: null }));
  if (fault !== null) throw badRequest(fault.message, `plan.${fault.at}`);
  if ((await countSweeps(db)) >= MOST_SWEEPS) throw tooMany();
  const { set, corpus } = await setOf(db, wish);
  const listed = await snapshotOf(db, set);
  const cells = sweepCells(plan);
  const units = listed.length * cells.length;
  if (units > MOST_UNITS) throw tooLarge(listed.length, cells.length);
  const sessions = await withCopies(db, listed);
  const first = firstPhase(plan, cells);
  return createSweep(
    db,
    {
      name: wish.name ?? corpus?.name ?? counted(sessions.length, 'session'),
      engine: ENGINE,
      plan: JSON.stringify(plan),
      baseline: baseline && JSON.stringify(baseline),
      corpus: corpus && JSON.stringify(corpus),
      snapshot: JSON.stringify(sessions),
      sessions: sessions.length,
      cells: cells.length,
    },
    phaseShares({ plan, sessions }, first, 0, cells.length),
  );
}

/** A plan whose figures name the day and the price list that they are computed with. */
function withBasis(plan: SweepPlan): SweepPlan {
  const { figures } = plan;
  if (figures === undefined) return plan;
  const { day = new Date().toISOString().slice(0, 10), list = PRICE_LIST } = figures;
  if (list !== PRICE_LIST) {
    throw badRequest(`The server has the price list ${PRICE_LIST}.`, 'plan.figures.list');
  }
  return { ...plan, figures: { ...figures, day, list } };
}

interface ChosenSet {
  readonly set: SessionSet;
  readonly corpus: { readonly id: string; readonly name: string } | null;
}

async function setOf(db: Database, { corpus, filter, sessions }: SweepWish): Promise<ChosenSet> {
  if (corpus !== undefined) {
    const saved = await requireCorpus(db, corpus);
    return { set: await setOfCorpus(db, saved), corpus: { id: saved.id, name: saved.name } };
  }
  return { set: filter === undefined ? listOf(sessions ?? []) : { filter }, corpus: null };
}

async function snapshotOf(db: Database, set: SessionSet): Promise<readonly CorpusRow[]> {
  const sessions: CorpusRow[] = [];
  for await (const page of pagesOf(db, set)) {
    const [missing] = page.missing;
    if (missing !== undefined) throw noSession(missing);
    // What a session opens with is no part of what is kept: the plan names its policies.
    sessions.push(...page.sessions.map(({ opening: _, ...session }) => session));
    if (sessions.length > MOST_UNITS) throw tooLarge(sessions.length, 1);
  }
  if (sessions.length === 0) throw badRequest('The corpus has no session.');
  return sessions;
}

/**
 * The sessions with the steps that another one of them counts. A copy begins when its original did, so the
 * numbers of these alone are read.
 */
async function withCopies(
  db: Database,
  sessions: readonly CorpusRow[],
): Promise<readonly CorpusRow[]> {
  const begun = new Map<number, CorpusRow[]>();
  for (const one of sessions) {
    const { startedAt, generated } = one;
    if (startedAt !== null && !generated) {
      begun.set(startedAt, [...(begun.get(startedAt) ?? []), one]);
    }
  }
  const copied = new Map<CorpusRow, number>();
  for (const rows of begun.values()) {
    if (rows.length === 1) continue;
    const profiles = await profilesOf(db, rows);
    const once = countedOnce(
      rows.map((facts, at) => ({
        facts,
        session: prepare(decodeProfile(profiles[at] ?? new Uint8Array())),
      })),
    );
    for (const { facts, session } of once) copied.set(facts, session.countedFrom ?? 0);
  }
  return sessions.map((one) => {
    const countedFrom = copied.get(one) ?? 0;
    return countedFrom === 0 ? one : { ...one, countedFrom };
  });
}

const tooMany = (): RequestError =>
  new RequestError({
    code: 'conflict',
    message: `The library keeps ${formatInteger(MOST_SWEEPS)} sweeps at most.`,
    hint: 'Delete some of them first.',
  });

const tooLarge = (sessions: number, cells: number): RequestError =>
  new RequestError({
    code: 'too-large',
    message: `${formatInteger(sessions)} sessions × ${formatInteger(cells)} settings are more than ${formatInteger(MOST_UNITS)}.`,
    hint: 'Choose larger steps, or fewer sessions.',
  });
