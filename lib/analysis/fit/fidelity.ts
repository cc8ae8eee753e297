/**
 * Comparison of a recording's compactions with the policy that models its agent: what the policy asks for
 * at each step while it watches, beside what the recording did there. A miss affects no later step.
 */
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { firings } from '@/lib/engine/policy/observed/watching';
import { observedOnce } from '@/lib/engine/replay/observed/observe';
import type { RecordedBoundary } from '@/lib/engine/replay/observed/recording';
import { prepare } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { MeasuredCompaction, Profile } from '@/lib/engine/tokens/profile';
import type { ClaimedPolicy } from './claimed-policy';
import { whyOf } from './fidelity-words';
import {
  isJudged,
  type Disagreement,
  type Fidelity,
  type FidelityOutcome,
  type JudgedCompaction,
} from './judgement';
import { missingInput, type MissingInput } from './missing-input';

/** A policy under the settings that a recording is judged by. */
export type JudgedClaim = Pick<ClaimedPolicy, 'policy' | 'preset' | 'settings' | 'words'> & {
  /** Step of the recorded compaction that a setting was inferred from; null for none. */
  readonly inferredFrom?: number | null;
};

/** Judges a session's recorded compactions; `prefixTokens` as the session is replayed with. */
export function fidelityOf(profile: Profile, claim: JudgedClaim, prefixTokens: number): Fidelity {
  const session = prepare(profile, prefixTokens);
  return judgeObserved(observedOnce(session, claim.policy, claim.settings, true), claim);
}

/** Judges the recorded compactions of an observed replay, under the settings that it has. */
export function judgeObserved(run: Replay, claim: JudgedClaim): Fidelity {
  const { profile } = run.session;
  const boundaries = (run.observation?.recording.boundaries ?? []).filter(({ summary }) => summary);
  const trailing = profile.head.compactions.filter(
    ({ kind, step }) => kind === 'summary' && step >= profile.stepCount,
  );
  const compactions = [
    ...boundaries.map((one, i) =>
      judged(run, claim, { one, before: boundaries[i - 1]?.step ?? -1 }),
    ),
    ...trailing.map(atTheEnd),
  ];
  const counted = compactions.filter(isJudged);
  const unknown = counted.filter(({ trigger }) => trigger === 'unknown');
  const fires = ({ outcome }: JudgedCompaction): boolean => outcome === 'reproduced';
  return {
    policyId: claim.policy.id,
    preset: claim.preset,
    words: claim.words,
    judged: counted.length,
    reproduced: counted.filter(fires).length,
    unknown: unknown.length,
    unknownReproduced: unknown.filter(fires).length,
    explained: counted.filter(({ lacks }) => lacks !== null).length,
    manual: compactions.filter(({ outcome }) => outcome === 'manual').length,
    compactions,
    disagreements: disagreementsOf(run),
  };
}

/** A recorded compaction and the step of the one before it, −1 for none. */
interface RecordedRun {
  readonly one: RecordedBoundary;
  readonly before: number;
}

function judged(run: Replay, claim: JudgedClaim, { one, before }: RecordedRun): JudgedCompaction {
  const { step, trigger, preTokens } = one;
  const { profile } = run.session;
  const value = known(run.columns.decision[step]);
  const threshold = known(run.columns.threshold[step]);
  const outcome = outcomeOf(run, claim, one);
  const base = {
    step,
    trigger,
    outcome,
    preTokens,
    value,
    threshold,
    tokens: value === null || threshold === null ? null : value - threshold,
    held: greatest(run, before + 1, step),
    early: vainSteps(run, before + 1, step).length,
  };
  const { recordings, traits } = claim.policy;
  const lacks = outcome === 'held' ? lackingAt(run, { one, before }) : null;
  const unseen = recordings?.lacks?.(profile) ?? null;
  const judge = { background: traits.background === true, lacks: lacks?.words ?? unseen };
  return { ...base, lacks, why: whyOf(judge, { ...base, lacks }) };
}

/** What the file visibly lacks of the count at a boundary that is below its threshold; null for nothing. */
function lackingAt(run: Replay, { one, before }: RecordedRun): MissingInput | null {
  const { profile } = run.session;
  const { step, checked } = one;
  const weight = intAt(run.columns.threshold, step) - floatAt(run.columns.decision, step);
  if (!(weight > 0)) return null;
  const unseen = run.policy.recordings?.lacks?.(profile) ?? null;
  return missingInput(profile, { from: Math.max(0, before), step, end: checked }, weight, unseen);
}

/**
 * What the file visibly lacks of the count at a recorded compaction that the agent's own policy does not ask
 * for: its value is a lower bound there, and neither agrees nor disagrees. null elsewhere.
 */
export function lacksAt(run: Replay, step: number): string | null {
  const { observation, columns } = run;
  if (observation?.own !== true || columns.compacted[step] !== 1 || asksFor(run, step)) return null;
  const boundaries = observation.recording.boundaries.filter(({ summary }) => summary);
  const at = boundaries.findIndex((one) => one.step === step);
  const one = boundaries[at];
  if (one === undefined || byUser(run, one) !== null) return null;
  return lackingAt(run, { one, before: boundaries[at - 1]?.step ?? -1 })?.words ?? null;
}

function outcomeOf(
  run: Replay,
  { inferredFrom }: JudgedClaim,
  one: RecordedBoundary,
): FidelityOutcome {
  const { step, trigger } = one;
  if (trigger === 'manual') return 'manual';
  if (step === 0) return 'not-observable';
  if (inferredFrom === step) return 'inferred';
  return byUser(run, one) ?? (asksFor(run, step) ? 'reproduced' : 'held');
}

/**
 * A recorded compaction that no policy decides: `manual`, its user asked for it; `far-below`, its user may have,
 * since the file names no trigger and no threshold was near. null: a policy answers for it.
 */
export function userAt(run: Replay, step: number): 'manual' | 'far-below' | null {
  const { boundaries = [] } = run.observation?.recording ?? {};
  const one = boundaries.find((it) => it.step === step && it.summary);
  return one === undefined ? null : byUser(run, one);
}

function byUser(run: Replay, one: RecordedBoundary): ReturnType<typeof userAt> {
  if (one.trigger === 'manual') return 'manual';
  const isTold = one.trigger === 'auto' || one.step === 0 || asksFor(run, one.step);
  return !isTold && isFarBelow(run, one) ? 'far-below' : null;
}

/**
 * Share of a threshold below which a count is far from it: a request of that size had room for as much again, so
 * that no reserve, and no count that differs by its rule, brings the check about.
 */
const FAR = 0.5;

/**
 * Neither the policy's count nor the agent's own came near a threshold; where the window changes with the step,
 * near either: the check may have been before the change.
 */
function isFarBelow({ columns }: Replay, { step, preTokens }: RecordedBoundary): boolean {
  const most = Math.max(known(columns.decision[step]) ?? 0, preTokens ?? 0);
  const thresholds = [intAt(columns.threshold, step - 1), intAt(columns.threshold, step)];
  return most > 0 && most < FAR * Math.min(...thresholds);
}

/** The policy that watches asks for the compaction recorded at a step, there or beside the agent before. */
export const asksFor = (run: Replay, step: number): boolean =>
  asksAt(run, step) || startedBefore(run, step);

/** The policy asks for a compaction at a step; blanking entries is none. */
function asksAt({ observation }: Replay, step: number): boolean {
  const firing = observation === null ? 'none' : firings[byteAt(observation.fires, step)];
  return firing === 'compacts' || firing === 'starts';
}

/** A compaction beside the agent began since the boundary before. */
function startedBefore(run: Replay, step: number): boolean {
  if (run.policy.traits.background !== true) return false;
  for (let i = step - 1; i >= 0 && run.columns.compacted[i] !== 1; i--) {
    if (asksAt(run, i)) return true;
  }
  return false;
}

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) || value < 0 ? null : value;

/** Greatest decision value of the steps [from, to); null where none is above 0. */
function greatest({ columns }: Replay, from: number, to: number): number | null {
  let most = 0;
  for (let step = from; step < to; step++) {
    const value = floatAt(columns.decision, step);
    if (value > most) most = value;
  }
  return most > 0 ? most : null;
}

function atTheEnd({ step, trigger, preTokens }: MeasuredCompaction): JudgedCompaction {
  return {
    step,
    trigger,
    outcome: 'trailing',
    preTokens,
    value: null,
    threshold: null,
    tokens: null,
    held: null,
    early: 0,
    lacks: null,
    why: 'No step follows it, so there is no request to check it against.',
  };
}

/** Steps of [from, end) at which the policy asks for a compaction and the recording has none, not even one that failed. */
function vainSteps(run: Replay, from: number, end: number): readonly number[] {
  const { columns, policy, session } = run;
  const failed = new Set(session.profile.head.failedCompactions.map(({ step }) => step));
  const found: number[] = [];
  // A compaction beside the agent lands later than it starts.
  const lands = policy.traits.background === true;
  for (let step = from; step < end; step++) {
    if (columns.compacted[step] === 1 || failed.has(step) || !asksAt(run, step)) continue;
    if (lands && (columns.compacted.includes(1, step) || [...failed].some((at) => at > step))) {
      continue;
    }
    found.push(step);
  }
  return found;
}

/** Runs of such steps in the whole session. */
function disagreementsOf(run: Replay): readonly Disagreement[] {
  const { columns, session } = run;
  const found: Disagreement[] = [];
  for (const step of vainSteps(run, 0, session.profile.stepCount)) {
    const last = found.at(-1);
    if (last !== undefined && last.step + last.steps === step) {
      found[found.length - 1] = { ...last, steps: last.steps + 1 };
      continue;
    }
    const value = floatAt(columns.decision, step);
    found.push({ step, steps: 1, value, threshold: intAt(columns.threshold, step) });
  }
  return found;
}
