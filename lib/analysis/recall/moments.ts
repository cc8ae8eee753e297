import { decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { isProjected } from '@/lib/analysis/explain/step-events';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { median } from '@/lib/engine/base/stats';
import type { Replay } from '@/lib/engine/replay/replay';

/** Regret as a share of the request, over steps of one kind. */
export interface MomentShare {
  readonly steps: number;
  /** Median of regret ÷ real; null without a step. */
  readonly median: number | null;
}

/** Regret where a turn has ended, before the first request of the next, and inside of turns. */
export interface Moments {
  readonly turnEnds: MomentShare;
  readonly inside: MomentShare;
}

/** Compares the moments at which a compaction may come. */
export function momentsOf(run: Replay, regret: Float64Array): Moments {
  const turnEnds: number[] = [];
  const inside: number[] = [];
  for (let step = 1; step < regret.length; step++) {
    const real = floatAt(run.columns.real, step);
    if (!(real > 0)) continue;
    (isTurnEnd(run, step) ? turnEnds : inside).push(floatAt(regret, step) / real);
  }
  return { turnEnds: share(turnEnds), inside: share(inside) };
}

/** A turn has ended before a step: its request is the first of the next. */
function isTurnEnd({ session }: Replay, step: number): boolean {
  const { turnStart } = session.profile.steps;
  return step > 0 && intAt(turnStart, step) !== intAt(turnStart, step - 1);
}

const share = (values: readonly number[]): MomentShare => ({
  steps: values.length,
  median: values.length === 0 ? null : median(values),
});

/** Steps before a compaction whose request was nearly as large, and how many of them had less regret. */
export interface MomentRank {
  readonly steps: number;
  readonly cheaper: number;
}

/** A step before which a compaction might come; whole tokens. */
export interface Moment {
  readonly step: number;
  /** Tokens of its request; projected where nobody sent it. */
  readonly tokens: number;
  readonly projected: boolean;
  /** Those that a compaction there would cover and a later step names again. */
  readonly low: number;
  readonly high: number;
  /** A turn has ended before it; else it is inside of one. */
  readonly turnEnd: boolean;
}

/** What a request within reach is a share of: the compacted one, the threshold, the largest one. */
export type ReachOf = 'compacted' | 'threshold' | 'largest';

/** The steps within reach of a compaction, and those of them that cover least; seen with hindsight. */
export interface MomentChoice {
  readonly of: ReachOf;
  readonly steps: number;
  /** Of these, where a turn has ended. */
  readonly turnEnds: number;
  /** The least first; steps next to a cheaper one are left out. */
  readonly best: readonly Moment[];
}

/** A request of this share is within reach: compacting there gives up at most a quarter of the room. */
const NEARLY = 0.75;
/** Moments listed, and the steps that are between two of them at least. */
const LISTED = 5;
const APART = 5;

/** Regret of every step, by lines and whole entries. */
interface Regret {
  readonly regret: Float64Array;
  readonly regretHigh: Float64Array;
}

/** A compaction among the steps at which it might have come. */
interface Compacted {
  readonly step: number;
  readonly low: number;
  /** The step of the compaction before. */
  readonly since: number;
}

/** Steps since the compaction before with a request nearly as large as the one that was compacted. */
function reached({ columns }: Replay, { step, since }: Compacted): readonly number[] {
  const least = NEARLY * floatAt(columns.real, step - 1);
  const steps: number[] = [];
  for (let i = Math.max(0, since); i < step; i++) {
    if (floatAt(columns.real, i) >= least) steps.push(i);
  }
  return steps;
}

/** Ranks the regret of a compaction among the moments since the compaction before it. */
export function momentRank(run: Replay, { regret }: Regret, one: Compacted): MomentRank {
  const steps = reached(run, one);
  const cheaper = steps.filter((step) => floatAt(regret, step) < one.low).length;
  return { steps: steps.length, cheaper };
}

/** The same moments, those that cover least. */
export const momentsBefore = (run: Replay, regret: Regret, one: Compacted): MomentChoice =>
  choice(run, regret, 'compacted', reached(run, one));

/** The moments of a whole replay: near its threshold, or where it has none near its largest request. */
export function momentsWithin(run: Replay, regret: Regret): MomentChoice {
  const { real, threshold } = run.columns;
  const hasThreshold = decisionUnit(run.policy) === 'tokens' && threshold.some((own) => own > 0);
  const largest = real.reduce((most, own) => (own > most ? own : most), 0);
  const steps: number[] = [];
  for (let step = 0; step < real.length; step++) {
    const all = hasThreshold ? intAt(threshold, step) : largest;
    if (all > 0 && floatAt(real, step) >= NEARLY * all) steps.push(step);
  }
  return choice(run, regret, hasThreshold ? 'threshold' : 'largest', steps);
}

function choice(
  run: Replay,
  { regret, regretHigh }: Regret,
  of: ReachOf,
  steps: readonly number[],
): MomentChoice {
  const all = steps.map((step): Moment => ({
    step,
    tokens: Math.trunc(floatAt(run.columns.real, step)),
    projected: isProjected(run, step),
    low: floatAt(regret, step),
    high: floatAt(regretHigh, step),
    turnEnd: isTurnEnd(run, step),
  }));
  const best: Moment[] = [];
  // Of equal ones the later: its request is larger.
  for (const one of all.toSorted((a, b) => a.low - b.low || a.high - b.high || b.step - a.step)) {
    if (best.length === LISTED) break;
    if (best.every(({ step }) => Math.abs(step - one.step) >= APART)) best.push(one);
  }
  return { of, steps: all.length, turnEnds: all.filter(({ turnEnd }) => turnEnd).length, best };
}
