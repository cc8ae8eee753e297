/** What questions that sweep a corpus have in common: their fields, their sessions, the figures of their cells. */
import * as z from 'zod';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { ratesOf, type PricesOf } from '@/lib/analysis/cost/session-prices';
import { openSession, OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import { counted } from '@/lib/engine/base/format';
import { prepare } from '@/lib/engine/replay/prepare';
import { choosePolicy, type PolicyChoice } from '@/lib/policies/policy-choice';
import type { CorpusSession as TuningSession } from '@/lib/tuning/corpus-session';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import {
  figureSums,
  type FigureResults,
  type FigureSums,
} from '@/lib/tuning/figures/figure-results';
import { FigureRun } from '@/lib/tuning/figures/figure-run';
import { inSlices } from '@/lib/tuning/in-slices';
import { sharedWords } from '@/lib/tuning/shared-steps';
import { stepsOf } from '@/lib/tuning/recommend/ask-corpus';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import { figureSeconds } from '@/lib/tuning/sweep/sweep-cost';
import type { CorpusSession } from '../../model/corpus';
import { QuestionError, type Progress } from '../../model/question';

const key = z.string().min(1).max(200);

/** A policy as it is named: an id, or a version of it. */
export const policyText = z.string().min(1).max(200);

/** The fields of a question that sweeps settings. */
export const sweptFields = {
  settings: z
    .record(key, z.union([z.number(), z.string().max(4_096), z.boolean(), z.null()]))
    .default({})
    .describe('Settings that are fixed, by key; of one that is varied its value today'),
  vary: z
    .array(z.strictObject({ setting: key, from: z.number(), to: z.number(), step: z.number() }))
    .max(8)
    .default([])
    .describe('Settings to vary, each from, to and step'),
  limit: z
    .int()
    .positive()
    .optional()
    .describe('Limit in tokens of every session; if left out: its own'),
  cost: z
    .boolean()
    .default(false)
    .describe('What each cell costs as well: whole replays, some times slower'),
  prices: givenPricesSchema
    .default({})
    .describe('Prices to use instead, in dollars per million tokens: for all, or by model'),
  at: z.iso.date().optional().describe('Day of the prices, as 2026-05-01'),
};

/** A session of a sweep. */
export interface SweepSession extends TuningSession {
  /** What it opens with. */
  readonly opening: () => Opening;
  readonly pricesOf: PricesOf;
}

/** What a sweep takes of a session of a corpus. */
export function sweepSession({ head, profile, facts, pricesOf }: CorpusSession): SweepSession {
  let opened: Opening | undefined;
  const opening = (): Opening => (opened ??= openSession(head.source, profile));
  return { session: prepare(profile), facts: facts(), opening, pricesOf };
}

/** What is to be known of sessions that are swept: copies among them. */
export function copyNotes(copied: readonly number[]): readonly string[] {
  const words = sharedWords(copied);
  return words === null ? [] : [words];
}

/** Sessions of which a cell has several windows or limits, because the recording changes them. */
export function switchNotes(sessions: readonly SweepSession[]): readonly string[] {
  const switched = sessions.filter(
    ({ session: { profile } }) => (profile.head.environments?.length ?? 0) > 1,
  ).length;
  return switched === 0
    ? []
    : [
        `In ${counted(switched, 'session')} the window or the limit changes on the way: each step is judged by its own limit, and by its own window where none is varied or given.`,
      ];
}

/** True for a policy that is named: neither left out nor `own`. */
export const isNamed = (policy: string | undefined): policy is string =>
  policy !== undefined && policy !== OWN_POLICY;

/** The policy of `<id>` or `<id>@<preset>`. @throws QuestionError with the valid ids */
export function namedPolicy(text: string, at: string): PolicyChoice {
  const [id = '', preset] = text.split('@');
  const chosen = choosePolicy(id, preset);
  if (chosen.ok) return chosen.value;
  throw new QuestionError(at, chosen.error.message);
}

/** Whether cells are priced, and with what. */
interface PriceInput {
  readonly cost: boolean;
  readonly prices: GivenPrices;
  readonly at?: string | undefined;
}

/** Figures that an input asks for. */
export const askedFigures = ({ cost }: Pick<PriceInput, 'cost'>): readonly FigureId[] =>
  cost ? ['cost'] : [];

/** Computes the figures that are asked for; null for none. */
export function* runFigures(
  sessions: readonly SweepSession[],
  { plan, cells }: { readonly plan: SweepPlan; readonly cells: readonly SweepCell[] },
  { prices, at, ...asked }: PriceInput,
): Generator<Progress, FigureResults | null, void> {
  const figures = askedFigures(asked);
  if (figures.length === 0) return null;
  const day = at === undefined ? null : new Date(`${at}T00:00:00Z`);
  const run = new FigureRun(
    { plan, cells, figures },
    {
      length: sessions.length,
      at: (row) => {
        const one = sessions[row];
        return one && { session: one.session, ratesOf: ratesOf(one.pricesOf(prices, day)) };
      },
    },
  );
  const steps = stepsOf(sessions).reduce((sum, count) => sum + count, 0);
  yield* inSlices(run, figureSeconds(steps / sessions.length));
  return run.results;
}

/** Sums of each figure over some sessions. */
export const sumsOf = (
  results: FigureResults | null,
  rows: readonly number[],
): readonly FigureSums[] =>
  results === null ? [] : results.figures.map((id) => figureSums(results, id, rows));

/** "Cost: dollars of …; 3 of 40 sessions are without a price of their model and are left out." */
export const figureNotes = (sums: readonly FigureSums[]): readonly string[] =>
  sums.map(({ figure, known, sessions }) => {
    const { name, about, missing } = figureOf(figure);
    const out = sessions - known;
    const left =
      out === 0 ? '' : `; ${counted(out, 'session')} of ${sessions} left out, ${missing}`;
    return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}: ${about}${left}.`;
  });

/** What `work` returns; a range that is none is wrong in the input. @throws QuestionError */
export function unlessNone<T>(work: () => T, at = 'vary'): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new QuestionError(at, `${error.message}.`.replace(/\.\.$/, '.'));
  }
}

/** The same for work in slices. @throws QuestionError */
export function* slicesUnlessNone<T>(
  work: Generator<Progress, T, void>,
  at = 'vary',
): Generator<Progress, T, void> {
  for (;;) {
    const next = unlessNone(() => work.next(), at);
    if (next.done === true) return next.value;
    yield next.value;
  }
}
