import { figure, figureText } from '@/lib/engine/base/answer/figure';
import { formatInteger } from '@/lib/engine/base/format';
import type { PolicyEvent } from '@/lib/engine/policy/notes';
import {
  estimateForms,
  reachesThreshold,
  type DecidedBy,
  type Operands,
  type ValueForm,
  type DecisionUnit,
} from '@/lib/engine/policy/decision';
import type { Policy } from '@/lib/engine/policy/policy';
import { chanceToCompact, chanceWords } from './likely';
import { finishedTurns } from '@/lib/engine/mechanisms/turns';
import { changedWindowText } from './environment-change';
import { mark } from '@/lib/engine/replay/prepare';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { lacksAt, userAt } from '@/lib/analysis/fit/fidelity';
import { userWords } from '@/lib/analysis/fit/fidelity-words';
import { backgroundAt, backgroundOutcome } from './background';
import { disagreement } from './outcome/disagreement';
import { recordedFailure, stepOutcome, type StepOutcome } from './outcome/step-outcome';
import { policyEventsAt } from './policy-events';
import { isProjected, realAsked } from './step-events';

/** A step's comparison: value and threshold. */
export interface LedgerDecision {
  /** The value reaches the threshold, by the policy's own relation; what came of it is the step's outcome. */
  readonly reached: boolean;
  /** The policy's side of the step's outcome in words, with its reason where there is one. */
  readonly words: string;
  readonly value: number;
  readonly threshold: number;
  /** value − threshold. */
  readonly margin: number;
  /** What the file lacks of the value, which is then a lower bound, and the margin with it; null for nothing. */
  readonly lacks: string | null;
  /** Comparison that fires: at the threshold or above, or above only. */
  readonly relation: '≥' | '>';
  /** The operand that equals the decision value; null if none does. */
  readonly decidedBy: DecidedBy;
  /** Formula of the value: "max(last real, calibrated)". */
  readonly formula: string;
  readonly projected: boolean;
  /** Probability that it compacts, where the margin lies inside the band of what is projected; null: it is sure. */
  readonly chance: number | null;
  /** "200,000 − 20,000"; empty where the policy states no window and buffer. */
  readonly thresholdFormula: string;
  /** Unit of value and threshold. */
  readonly unit: DecisionUnit;
}

/** Value and margin as every surface prints them: "at least 232,950" where the file lacks a part, "~" before a projected value. */
export function decisionTexts({ value, margin, lacks, projected }: LedgerDecision) {
  const manner = { basis: projected ? 'projected' : 'computed', least: lacks !== null } as const;
  return {
    value: figureText(figure(value, 'tokens', manner)),
    margin: figureText(figure(margin, 'tokens', { ...manner, signed: true })),
  };
}

/** "200,000 − 20,000; fires at this value or above". */
export const thresholdWords = ({ thresholdFormula: formula, relation }: LedgerDecision): string =>
  [formula, `fires ${relation === '≥' ? 'at this value or above' : 'above this value'}`]
    .filter((text) => text !== '')
    .join('; ');

/** Unit of a policy's decision: tokens, or entries, turns, messages or items of the log. */
export const decisionUnit = ({ decision }: Pick<Policy, 'decision'>): DecisionUnit =>
  decision?.unit ?? 'tokens';

const signs = { '>=': '≥', '>': '>' } as const;

/** Sign of the comparison that fires. */
export const relationOf = ({ decision }: Pick<Policy, 'decision'>): '≥' | '>' =>
  signs[decision?.relation ?? '>='];

/** Value that a step compares: tokens, or entries or turns since the last compaction, or messages or items; NaN for none. */
export function comparedAt(replay: Replay, step: number): number {
  const { columns, notes, policy, session } = replay;
  const unit = decisionUnit(policy);
  const { decision } = policy;
  if (decision?.counted !== undefined) {
    const { profile } = session;
    return decision.counted({ profile, columns, notes }, step, settingsAt(replay, step));
  }
  if (unit === 'turns') {
    return finishedTurns(session.profile, columns.watermarkBefore[step] ?? 0, step);
  }
  if (unit === 'entries') {
    return (session.profile.steps.entries[step] ?? 0) - (columns.watermarkBefore[step] ?? 0);
  }
  return columns.decision[step] ?? NaN;
}

/** The threshold that a step was compared with, in the policy's unit; Infinity: it never fires. */
export function thresholdAt(replay: Replay, step: number): number {
  const { prefix } = replay.form.estimator;
  return replay.policy.decision?.threshold(settingsAt(replay, step), prefix) ?? Infinity;
}

/** The decision value reaches the threshold, by the policy's own relation. */
export function reaches(replay: Replay, step: number): boolean {
  const { columns, policy } = replay;
  if (policy.decision === null) return false;
  const { observation } = replay;
  if (policy.decision.unit !== 'tokens' && observation !== null) {
    return observation.fires[step] !== 0;
  }
  if (policy.decision.unit !== 'tokens') {
    const tried = ({ kind }: PolicyEvent): boolean => kind === 'failure' || kind === 'no-op';
    return columns.compacted[step] === 1 || policyEventsAt(replay, step).some(tried);
  }
  return reachesThreshold(policy.decision, comparedAt(replay, step), thresholdAt(replay, step));
}

/** The step compares something with a threshold. */
export const decides = (replay: Replay, step: number): boolean =>
  Number.isFinite(thresholdAt(replay, step)) && !Number.isNaN(comparedAt(replay, step));

/** The step whose response holds the last real; −1 for none since the last reset. */
export function lastRealStep(replay: Replay, step: number): number {
  const { columns, session } = replay;
  if ((columns.lastReal[step] ?? 0) <= 0) return -1;
  for (let i = step - 1; i >= 0; i--) {
    const reported = ((session.profile.steps.flags[i] ?? 0) & stepFlag.reported) !== 0;
    if (reported && (columns.real[i] ?? 0) > 0) return i;
  }
  return -1;
}

/** The newest step before `step` that compacted; −1 for none. */
export function compactionBefore({ columns }: Replay, step: number): number {
  return step <= 0 ? -1 : columns.compacted.lastIndexOf(1, step - 1);
}

/** One step's comparison with the threshold; null for a policy that compares nothing. */
export function decisionAt(replay: Replay, step: number): LedgerDecision | null {
  if (!decides(replay, step)) return null;
  const { policy } = replay;
  const value = comparedAt(replay, step);
  const unit = decisionUnit(policy);
  const threshold = thresholdAt(replay, step);
  const chance = likelyAt(replay, step);
  return {
    reached: reaches(replay, step),
    words: [outcomeWords(replay, step), chanceWords(chance)]
      .filter((text) => text !== '')
      .join('; '),
    value,
    threshold,
    margin: value - threshold,
    lacks: lacksAt(replay, step),
    relation: relationOf(policy),
    ...madeOf(replay, step),
    projected: decisionProjected(replay, step),
    chance,
    thresholdFormula: [thresholdFormula(replay, step), changedWindowText(replay, step)]
      .filter((text) => text !== '')
      .join(', '),
    unit,
  };
}

/** See {@link LedgerDecision.chance}. */
export function likelyAt(replay: Replay, step: number): number | null {
  if (!decisionProjected(replay, step)) return null;
  const threshold = thresholdAt(replay, step);
  const value = comparedAt(replay, step);
  return chanceToCompact(replay, { from: lastRealStep(replay, step), value, threshold });
}

/** {@link likelyAt} of every step that counts, where it is not sure. */
export function likelySteps(replay: Replay): readonly number[] {
  const { session, marks } = replay;
  // A decision rests on a projected request from the first step on that differs from its recorded one.
  const apart = marks.findIndex((bits) => (bits & mark.diverged) !== 0);
  if (apart < 0) return [];
  const first = Math.max(session.countedFrom ?? 0, apart);
  return Array.from({ length: marks.length - first }, (_, i) => likelyAt(replay, first + i)).filter(
    (chance) => chance !== null,
  );
}

/** True if the decision value rests on a projected count. */
export function decisionProjected(replay: Replay, step: number): boolean {
  if (decisionUnit(replay.policy) !== 'tokens' || !readsReal(replay, step)) return false;
  const from = lastRealStep(replay, step);
  return from >= 0 && isProjected(replay, from);
}

/**
 * Why the policy's side of a step is what it is, beside the comparison: "reached, but it has stopped
 * compacting"; empty where the comparison says it.
 */
export function outcomeReason(replay: Replay, step: number): string {
  const beside = backgroundAt(replay, step);
  const { policy: side } = stepOutcome(replay, step);
  if (replay.observation !== null) return observedReason(replay, step, side);
  if (beside !== null) return backgroundOutcome(beside);
  const events = policyEventsAt(replay, step);
  const has = (kind: PolicyEvent['kind']): boolean => events.some((event) => event.kind === kind);
  const reached = reaches(replay, step);
  if (side === 'failed') return 'no summary, sent unchanged';
  if (side === 'compacted') {
    if (reached || replay.policy.traits.recording === true) return '';
    if (replay.byHand.includes(step)) return 'the user asked for it';
    return has('reactive') ? 'reactive, not by the threshold' : 'not by the threshold';
  }
  if (!reached) return '';
  const idle = replay.policy.decision?.idle?.(settingsAt(replay, step)) ?? null;
  if (idle !== null) return `reached, but ${idle}`;
  if (has('breaker')) return 'reached, but it has stopped compacting';
  return has('no-op') ? 'reached, but nothing changes' : 'reached, not compacted';
}

/** What the file says of a recorded compaction, or the policy that watches of a step that it lets pass. */
function observedReason(replay: Replay, step: number, side: StepOutcome['policy']): string {
  const { observation } = replay;
  if (side === 'compacted') {
    const by = userAt(replay, step);
    if (by !== null) return userWords[by];
    const lacks = lacksAt(replay, step);
    return lacks === null ? '' : `the file lacks ${lacks}`;
  }
  const failure = recordedFailure(replay, step);
  if (failure !== null) return failure;
  const said = observation?.held.get(step);
  return said === undefined ? '' : `reached, but ${lower(said).replace(/\.$/, '')}`;
}

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** "Held: reached, but it has stopped compacting"; "Held, although the policy asks to compact". */
export function outcomeWords(replay: Replay, step: number): string {
  const { policy: side } = stepOutcome(replay, step);
  const reason = outcomeReason(replay, step);
  const named = `${side.charAt(0).toUpperCase()}${side.slice(1)}`;
  return `${named}${disagreement(replay, step, 'the policy')}${reason === '' ? '' : `: ${reason}`}`;
}

/** The form that gives the step's decision value; undefined where none of the policy's forms does. */
export function formAt(replay: Replay, step: number): ValueForm | undefined {
  const { policy, columns } = replay;
  const settings = settingsAt(replay, step);
  const { estimator = 'own' } = settings;
  const forms =
    estimator === 'own'
      ? (policy.decision?.value ?? [])
      : [...estimateForms, ...(policy.decision?.value ?? [])];
  const operands = operandsAt(replay, step);
  const value = columns.decision[step] ?? NaN;
  return forms.find((form) => form.value(operands, settings) === value);
}

/** The operand that equals the decision value, and the value's formula. */
function madeOf(replay: Replay, step: number): Pick<LedgerDecision, 'decidedBy' | 'formula'> {
  const unit = decisionUnit(replay.policy);
  if (unit !== 'tokens') {
    const formula = replay.policy.decision?.count ?? `${unit} since the last compaction`;
    return { decidedBy: null, formula };
  }
  const form = formAt(replay, step);
  if (form === undefined) {
    const { decision } = replay.policy;
    const formula = decision?.countUnder?.(settingsAt(replay, step)) ?? decision?.count;
    return { decidedBy: null, formula: formula ?? 'the policy’s own count' };
  }
  const operands = operandsAt(replay, step);
  return {
    decidedBy: form.decidedBy(operands),
    formula: form.formula(operands, settingsAt(replay, step)),
  };
}

/** The operands of a step's decision, as the replay's columns hold them. */
export function operandsAt(replay: Replay, step: number): Operands {
  const { columns, form } = replay;
  const at = (column: ArrayLike<number>): number => column[step] ?? NaN;
  const known = readsReal(replay, step) && lastRealStep(replay, step) >= 0;
  return {
    heuristic: at(columns.heuristic),
    prefix: form.estimator.prefix,
    lastReal: known ? at(columns.lastReal) : NaN,
    lastHeuristic: at(columns.lastHeuristic),
    calibrated: at(columns.calibrated),
    line: lineEstimate(replay, step),
    anchored: at(columns.baseHeuristic) > 0,
    real: realAsked(replay, step),
  };
}

/** The step's decision reads the provider's count of an earlier request. */
export function readsReal({ columns, policy }: Replay, step: number): boolean {
  if (!Number.isNaN(columns.correction[step] ?? NaN)) return true;
  if ((columns.baseStep[step] ?? -1) >= 0) return true;
  return policy.decision?.ownCount !== true && columns.lastReal.some((value) => value > 0);
}

/** base + density × (heuristic − baseHeuristic), truncated; NaN where the step has no such line. */
export function lineEstimate({ columns }: Replay, step: number): number {
  const at = (column: ArrayLike<number>): number => column[step] ?? NaN;
  const growth = at(columns.heuristic) - at(columns.baseHeuristic);
  const value = at(columns.base) + at(columns.density) * growth;
  return value < 0 ? 0 : Math.trunc(value);
}

/** "200,000 − 20,000", or as the policy itself puts it; empty where it has no window. */
function thresholdFormula(replay: Replay, step: number): string {
  const settings = settingsAt(replay, step);
  const own = replay.policy.decision?.thresholdFormula?.(settings, replay.form.estimator.prefix);
  if (own !== undefined) return own;
  const { window } = settings;
  const rest = typeof window === 'number' ? window - thresholdAt(replay, step) : NaN;
  if (Number.isNaN(rest)) return '';
  if (rest === 0) return 'the window itself';
  return `${formatInteger(Number(window))} − ${formatInteger(rest)}`;
}
