/**
 * A policy's declaration of how it decides: a decision value against a threshold, both functions of
 * its settings. Handle, sliders, flip points, verdict and ledger read it; the base run compares with
 * it. Threshold and value must be monotone in every setting of the path.
 */
import { formatInteger } from '@/lib/engine/base/format';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { Columns } from './columns';
import type { PolicyNotes } from './notes';

/** Numbers a decision value can be made of, in tokens; NaN where a step has no such operand. */
export interface Operands {
  /** Heuristic of the request that is decided on, and its prefix. */
  readonly heuristic: number;
  readonly prefix: number;
  readonly lastReal: number;
  readonly lastHeuristic: number;
  readonly calibrated: number;
  /** base + density × growth of the heuristic, truncated. */
  readonly line: number;
  /** The line starts from a request's real tokens, not from a prefix. */
  readonly anchored: boolean;
  /** Real tokens of the request that is decided on. */
  readonly real: number;
}

/** Operand that equals the decision value; null: none does. */
export type DecidedBy = 'last real' | 'calibrated' | 'heuristic' | 'estimate' | null;

/** One way a decision value comes about. */
export interface ValueForm<S = unknown> {
  /** "max(last real, calibrated)". */
  formula(operands: Operands, settings: S): string;
  decidedBy(operands: Operands): DecidedBy;
  /** The value in tokens; NaN where an operand is missing. */
  value(operands: Operands, settings: S): number;
  /** Settings that `value` reads: only these can be varied in it. */
  readonly reads?: readonly string[];
}

const form = (
  formula: string,
  by: DecidedBy,
  value: (operands: Operands) => number,
): ValueForm => ({ formula: () => formula, decidedBy: () => by, value });

/** The heuristic alone. */
export const heuristicForm = form('heuristic', 'heuristic', ({ heuristic }) => heuristic);
/** The heuristic of the messages alone. */
export const withoutPrefixForm = form(
  'heuristic without the prefix',
  'heuristic',
  ({ heuristic, prefix }) => heuristic - prefix,
);
/** The newest reported real; `formula` where the policy keeps more than the prompt. */
export const lastRealForm = (formula = 'last real'): ValueForm =>
  form(formula, 'last real', ({ lastReal }) => lastReal);
/** The newest reported real and what the heuristic counts since; never less than that real. */
export const grownForm = form(
  'last real + growth of the heuristic',
  null,
  ({ lastReal, heuristic, lastHeuristic }) => lastReal + Math.max(0, heuristic - lastHeuristic),
);
/** The request's own real size; `known` says how the policy comes to know it. */
export const ownRealForm = (known: string): ValueForm =>
  form(`the real size of this request, ${known}`, null, ({ real }) => real);
/** An estimate that is a line. */
export const lineForm: ValueForm = {
  formula: ({ anchored }) =>
    anchored ? 'last real + density × growth' : 'prefix + density × heuristic',
  decidedBy: () => 'estimate',
  value: ({ line }) => line,
};
/** The calibrated value alone. */
export const calibratedForm = form('calibrated', 'calibrated', ({ calibrated }) => calibrated);
/** The larger of last real and calibrated. */
export const largerForm: ValueForm = {
  formula: () => 'max(last real, calibrated)',
  decidedBy: ({ lastReal, calibrated }) => (lastReal >= calibrated ? 'last real' : 'calibrated'),
  value: ({ lastReal, calibrated }) =>
    Number.isNaN(lastReal) ? Math.max(0, calibrated) : Math.max(lastReal, calibrated),
};
/** Another form with the output's reserve on top. */
export const reservedForm = (of: ValueForm): ValueForm<{ readonly reserve: number }> => ({
  formula: (operands, { reserve }) =>
    `${of.formula(operands, null)} + ${formatInteger(reserve)} reserved for output`,
  decidedBy: (operands) => of.decidedBy(operands),
  value: (operands, { reserve }) => of.value(operands, null) + reserve,
});

/** Forms of the estimators in `mechanisms/estimate.ts`. */
export const estimateForms: readonly ValueForm[] = [
  lineForm,
  largerForm,
  calibratedForm,
  lastRealForm(),
  heuristicForm,
];

/** Steps at which a setting is in the path of the decision, and what to say of them. */
export interface SettingReach<S> {
  at(operands: Operands, settings: S): boolean;
  /** "caps" in "caps 12 steps". */
  readonly some: string;
  readonly none: string;
  /** Reason no value of the setting turns this decision. */
  why(operands: Operands, settings: S, threshold: number): string;
}

/** A replay as far as a count of messages or items needs it. */
export interface CountedReplay {
  readonly profile: Profile;
  readonly columns: Columns;
  readonly notes: PolicyNotes;
}

/** Bounds of a correction. */
export interface Clamp {
  readonly floor: number;
  /** Infinity: it has none. */
  readonly cap: number;
}

/** Units of a decision value. */
export type DecisionUnit = 'tokens' | 'entries' | 'turns' | 'messages' | 'items';

/** A policy's comparison with its threshold. */
export interface Decision<S = unknown> {
  /** Fires at the threshold and above, or above it only. */
  readonly relation: '>=' | '>';
  /** Unit compared: tokens, or entries or finished turns since the last compaction, or what `counted` counts. */
  readonly unit: DecisionUnit;
  /** The value compared at a step by a policy that counts messages or items; NaN where it compares nothing. */
  counted?(replayed: CountedReplay, step: number, settings: S): number;
  /** The threshold, whole; Infinity: it never fires. `prefix`: heuristic of system and tools. */
  threshold(settings: S, prefix: number): number;
  /** Tokens a compacted request must stay below, for a policy that counts entries. */
  most?(settings: S): number;
  /** "0.8 × 200,000"; the window less the rest where left out. `prefix` as above. */
  thresholdFormula?(settings: S, prefix: number): string;
  /** The threshold in the names of the settings, for their help: "threshold = window − reserve". */
  readonly thresholdRule?: string;
  /** The setting `window` whose threshold is nearest to a number; searched for where left out. */
  windowFor?(threshold: number, settings: S): number;
  /** Reason it never compacts under these settings; null if it can. */
  idle?(settings: S): string | null;
  /** Settings used by the decision, the most important first: each gets a flip point. */
  path(settings: S): readonly string[];
  /** Forms the value can take, tried in order; none matches: the policy's own count. */
  readonly value: readonly ValueForm<S>[];
  /** The value in words where none of the forms gives it; `countUnder` where a setting changes it. */
  readonly count?: string;
  countUnder?(settings: S): string;
  /** Steps that use a setting of the value. */
  readonly reach?: Readonly<Record<string, SettingReach<S>>>;
  /** Bounds of the correction under these settings, its cap Infinity where it has none; left out without one. */
  clamp?(settings: S): Clamp;
  /** Label of what it keeps of the newest usage, where that is more than the prompt. */
  readonly lastReal?: string;
  /** It never reads what the provider reported. */
  readonly ownCount?: true;
}

/** ContextGuard's and its descendants' settings: no attempts, no compaction. */
export const idleWithoutAttempts = ({ attempts }: { readonly attempts: number }): string | null =>
  attempts === 0 ? '0 attempts are allowed' : null;

/** The threshold in tokens, also of a policy that decides by entries or turns. */
export const tokenThreshold = <S>(decision: Decision<S>, settings: S, prefix: number): number =>
  decision.most?.(settings) ?? decision.threshold(settings, prefix);

/** The value reaches the threshold. */
export const reachesThreshold = (
  { relation }: Pick<Decision, 'relation'>,
  value: number,
  threshold: number,
): boolean => (relation === '>' ? value > threshold : value >= threshold);
