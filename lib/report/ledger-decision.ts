import { formatFactor, formatInteger } from '@/lib/base/format';
import type { PolicyEvent } from '@/lib/policies/notes';
import type { DecisionReading } from '@/lib/policies/policy';
import { findPolicy } from '@/lib/policies/registry';
import type { Replay } from '@/lib/replay/replay';
import { stepFlag } from '@/lib/tokens/profile';
import { policyEventsAt } from './policy-events';
import { isProjected, realAsked } from './step-events';

/** How the decision came out. */
export interface LedgerDecision {
  /**
   * `fires` reached and compacted · `held` not reached · `unchanged` reached, but nothing was
   * compacted · `otherwise` compacted although not reached.
   */
  readonly outcome: 'fires' | 'held' | 'unchanged' | 'otherwise';
  /** The outcome in words, with its reason where there is one. */
  readonly words: string;
  readonly value: number;
  readonly threshold: number;
  /** value − threshold. */
  readonly margin: number;
  /** What fires: at the threshold or above, or above only. */
  readonly relation: '≥' | '>';
  /** The operand that is the decision value; null where it is a sum of its own. */
  readonly decidedBy: 'last real' | 'calibrated' | 'heuristic' | 'estimate' | null;
  /** How the value comes about: "max(last real, calibrated)". */
  readonly formula: string;
  readonly projected: boolean;
  /** "200,000 − 20,000"; empty where the policy states no window and buffer. */
  readonly thresholdFormula: string;
  /** What is counted. */
  readonly unit: 'tokens' | 'entries';
}

/** How a policy's decision is to be read. */
export const readingOf = (policyId: string): DecisionReading =>
  findPolicy(policyId)?.decision ?? {};

const countsEntries = (policyId: string): boolean => readingOf(policyId).unit === 'entries';

/** What a policy counts when it decides: tokens, or entries of the log. */
export const decisionUnit = (policyId: string): 'tokens' | 'entries' =>
  countsEntries(policyId) ? 'entries' : 'tokens';

/** What fires at the threshold, as a sign. */
export function relationOf(policyId: string): '≥' | '>' {
  return findPolicy(policyId)?.fires === '>' ? '>' : '≥';
}

/** What a step compares: tokens, or entries since the last compaction; NaN for nothing. */
export function comparedAt({ columns, policyId, session }: Replay, step: number): number {
  if (countsEntries(policyId)) {
    return (session.profile.steps.entries[step] ?? 0) - (columns.watermarkBefore[step] ?? 0);
  }
  return columns.decision[step] ?? NaN;
}

/** The decision value reaches the threshold, by the policy's own relation. */
export function reaches(replay: Replay, step: number): boolean {
  const { columns, policyId } = replay;
  if (countsEntries(policyId)) {
    const tried = ({ kind }: PolicyEvent): boolean => kind === 'failure' || kind === 'no-op';
    return columns.compacted[step] === 1 || policyEventsAt(replay, step).some(tried);
  }
  const value = columns.decision[step] ?? NaN;
  const threshold = columns.threshold[step] ?? -1;
  if (threshold < 0) return false;
  return relationOf(policyId) === '>' ? value > threshold : value >= threshold;
}

/** The step compares something with a threshold. */
export const decides = (replay: Replay, step: number): boolean =>
  (replay.columns.threshold[step] ?? -1) >= 0 && !Number.isNaN(comparedAt(replay, step));

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
export function decisionAt(replay: Replay, settings: unknown, step: number): LedgerDecision | null {
  if (!decides(replay, step)) return null;
  const { columns, policyId } = replay;
  const value = comparedAt(replay, step);
  const unit = decisionUnit(policyId);
  const threshold = unit === 'entries' ? mostEntries(settings) : (columns.threshold[step] ?? 0);
  const outcome = outcomeAt(replay, step);
  const from = lastRealStep(replay, step);
  return {
    outcome,
    words: outcomeWords(outcome, policyEventsAt(replay, step), settings),
    value,
    threshold,
    margin: value - threshold,
    relation: relationOf(policyId),
    ...decidedBy(replay, settings, step),
    projected:
      unit === 'tokens' && readsReal(replay, step) && from >= 0 && isProjected(replay, from),
    thresholdFormula: unit === 'entries' ? 'turns' : thresholdFormula(replay, step),
    unit,
  };
}

/** Entries above which a sliding window fires; 0 stands for the reference's 20. */
function mostEntries(settings: unknown): number {
  const { maxTurns } = settings as { readonly maxTurns?: unknown };
  return typeof maxTurns === 'number' && maxTurns > 0 ? maxTurns : 20;
}

/** How a step's decision came out. */
export function outcomeAt(replay: Replay, step: number): LedgerDecision['outcome'] {
  const compacted = replay.columns.compacted[step] === 1;
  if (reaches(replay, step)) return compacted ? 'fires' : 'unchanged';
  return compacted ? 'otherwise' : 'held';
}

function outcomeWords(
  outcome: LedgerDecision['outcome'],
  events: readonly PolicyEvent[],
  settings: unknown,
): string {
  const has = (kind: PolicyEvent['kind']): boolean => events.some((event) => event.kind === kind);
  switch (outcome) {
    case 'fires':
      return 'Fires';
    case 'held':
      return 'Held';
    case 'otherwise':
      return has('reactive') ? 'Compacts: reactive, not by the threshold' : 'Compacts below it';
    case 'unchanged':
      if ((settings as { readonly attempts?: unknown }).attempts === 0) {
        return 'Reached, but 0 attempts are allowed';
      }
      if (has('failure')) return 'Fires, but passes unchanged: the summariser failed';
      if (has('breaker')) return 'Reached, but it has stopped compacting';
      return has('no-op') ? 'Fires, but nothing changes' : 'Reached, not compacted';
  }
}

/**
 * Which operand is the decision value, and how it comes about. Worked out from the numbers
 * themselves, so that it is never said of a sum it is not: where nothing adds up, nothing is said.
 */
function decidedBy(
  replay: Replay,
  settings: unknown,
  step: number,
): Pick<LedgerDecision, 'decidedBy' | 'formula'> {
  const { policyId, columns } = replay;
  if (countsEntries(policyId)) {
    return { decidedBy: null, formula: 'entries since the last compaction' };
  }
  const value = columns.decision[step] ?? NaN;
  const { ownReal, lastReal } = readingOf(policyId);
  if (ownReal !== undefined && value === realAsked(replay, step)) {
    return { decidedBy: null, formula: `the real size of this request, ${ownReal}` };
  }
  const plain = operandOf(replay, step, value);
  if (plain?.decidedBy === 'last real' && lastReal) return { ...plain, formula: lastReal.formula };
  if (plain !== null) return plain;
  const { reserve } = settings as { readonly reserve?: unknown };
  if (typeof reserve === 'number') {
    const sum = operandOf(replay, step, value - reserve);
    const text = `${formatInteger(reserve)} reserved for output`;
    if (sum !== null) return { decidedBy: sum.decidedBy, formula: `${sum.formula} + ${text}` };
  }
  return { decidedBy: null, formula: 'the policy’s own count' };
}

function operandOf(
  replay: Replay,
  step: number,
  value: number,
): Pick<LedgerDecision, 'decidedBy' | 'formula'> | null {
  const { columns } = replay;
  const at = (column: ArrayLike<number>): number => column[step] ?? NaN;
  if (value === lineEstimate(replay, step)) {
    const anchored = (columns.baseHeuristic[step] ?? 0) > 0;
    const formula = anchored ? 'last real + density × growth' : 'prefix + density × heuristic';
    return { decidedBy: 'estimate', formula };
  }
  const calibrated = at(columns.calibrated);
  const known = readsReal(replay, step) && lastRealStep(replay, step) >= 0;
  const real = known ? at(columns.lastReal) : NaN;
  if (!Number.isNaN(calibrated) && value === Math.max(known ? real : 0, calibrated)) {
    const formula = 'max(last real, calibrated)';
    return { decidedBy: known && real >= calibrated ? 'last real' : 'calibrated', formula };
  }
  if (value === calibrated) return { decidedBy: 'calibrated', formula: 'calibrated' };
  if (value === real) return { decidedBy: 'last real', formula: 'last real' };
  const heuristic = at(columns.heuristic);
  if (value === heuristic) return { decidedBy: 'heuristic', formula: 'heuristic' };
  const { prefix } = replay.form.ruler;
  if (value === heuristic - prefix) {
    return { decidedBy: 'heuristic', formula: 'heuristic without the prefix' };
  }
  const growth = Math.max(0, heuristic - at(columns.lastHeuristic));
  if (value !== real + growth) return null;
  return { decidedBy: null, formula: 'last real + growth of the heuristic' };
}

/** The step's decision reads the provider's count of an earlier request. */
export function readsReal({ columns, policyId }: Replay, step: number): boolean {
  if (!Number.isNaN(columns.correction[step] ?? NaN)) return true;
  if ((columns.baseStep[step] ?? -1) >= 0) return true;
  return readingOf(policyId).ownCount !== true && columns.lastReal.some((value) => value > 0);
}

/** base + density × (heuristic − baseHeuristic), truncated; NaN where the step has no such line. */
export function lineEstimate({ columns }: Replay, step: number): number {
  const at = (column: ArrayLike<number>): number => column[step] ?? NaN;
  const growth = at(columns.heuristic) - at(columns.baseHeuristic);
  const value = at(columns.base) + at(columns.density) * growth;
  return value < 0 ? 0 : Math.trunc(value);
}

/** "200,000 − 20,000" where that is the threshold. */
function thresholdFormula({ columns }: Replay, step: number): string {
  const window = columns.window[step] ?? -1;
  const buffer = columns.buffer[step] ?? -1;
  const threshold = columns.threshold[step] ?? -1;
  if (window < 0 || window === threshold) return window < 0 ? '' : 'the window itself';
  if (buffer >= 0 && window - buffer === threshold) {
    return `${formatInteger(window)} − ${formatInteger(buffer)}`;
  }
  const share = threshold / window;
  return window > 0 ? `${formatFactor(share, 3).replace('×', '')} × ${formatInteger(window)}` : '';
}
