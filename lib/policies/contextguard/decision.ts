/** ContextGuard's own rule as its policies declare it: last real against the corrected heuristic. */
import { formatFactor } from '@/lib/engine/base/format';
import { windowForThreshold, windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { correctionOf } from '@/lib/engine/mechanisms/correction';
import {
  idleWithoutAttempts,
  largerForm,
  type Clamp,
  type Decision,
  type SettingReach,
  type ValueForm,
} from '@/lib/engine/policy/decision';
import type { ContextGuardSettings } from './settings';

type Correction = Pick<ContextGuardSettings, 'cap' | 'factor' | 'floor' | 'capped'>;

type Buffered = Pick<ContextGuardSettings, 'window' | 'boundary'>;

/** Floor and cap of the correction. */
export const correctionClamp = ({ floor, cap, capped }: Correction): Clamp => ({
  floor,
  cap: capped ? cap : Infinity,
});

/** The threshold of the strategies that keep a buffer. */
export const bufferDecision = {
  relation: '>=',
  unit: 'tokens',
  thresholdRule:
    'threshold = window − (large ? 20,000 : trunc(0.2 × window)); large: window ≥ 200,000, until v0.9.0 > 200,000',
  threshold: ({ window, boundary }: Buffered) => windowThreshold(window, boundary),
  windowFor: (threshold: number, { boundary }: Buffered) => windowForThreshold(threshold, boundary),
  idle: idleWithoutAttempts,
} as const;

const orNothing = (tokens: number): number => (Number.isNaN(tokens) ? 0 : tokens);

/** max(last real, trunc(heuristic × correction)). */
export const correctedForm: ValueForm<Correction> = {
  ...largerForm,
  reads: ['cap', 'factor', 'floor', 'capped'],
  value: ({ heuristic, lastReal, lastHeuristic }, settings) => {
    const real = orNothing(lastReal);
    const { floor, cap } = correctionClamp(settings);
    const correction = correctionOf(real, orNothing(lastHeuristic), settings.factor, floor, cap);
    return Math.max(real, Math.trunc(heuristic * correction));
  },
};

const ALONE = 'no: last real alone fires';
const OUTSIDE = 'not used here';

/** The cap binds where last real / last heuristic is above it. */
export const capReach: SettingReach<Correction> = {
  at: ({ lastReal, lastHeuristic }, { cap, capped }) =>
    capped && lastReal > 0 && lastHeuristic > 0 && lastReal / lastHeuristic > cap,
  some: 'limits',
  none: 'limits no step',
  why: ({ lastReal, lastHeuristic }, { cap, floor }, threshold) => {
    if (!(lastReal > 0 && lastHeuristic > 0)) return OUTSIDE;
    if (lastReal >= threshold) return ALONE;
    const ratio = Math.max(floor, lastReal / lastHeuristic);
    return ratio <= cap
      ? `no: ${formatFactor(ratio)} is below it`
      : 'no: too low even without a cap';
  },
};

/** The default factor applies if last real or last heuristic is missing. */
export const factorReach: SettingReach<Correction> = {
  at: ({ lastReal, lastHeuristic }) => !(lastReal > 0 && lastHeuristic > 0),
  some: 'used at',
  none: OUTSIDE,
  why: ({ lastReal, lastHeuristic }, _settings, threshold) => {
    if (lastReal > 0 && lastHeuristic > 0) return OUTSIDE;
    return lastReal >= threshold ? ALONE : 'no: the request is empty';
  },
};

/** `maxTurns` where it is not given. */
const DEFAULT_TURNS = 20;

/** Entries since the last compaction against `maxTurns`; 0 means the reference's 20. */
export const slidingDecision: Decision<{
  readonly window: number;
  readonly maxTurns: number;
  readonly attempts: number;
}> = {
  relation: '>',
  unit: 'entries',
  threshold: ({ maxTurns }) => (maxTurns > 0 ? maxTurns : DEFAULT_TURNS),
  most: ({ window }) => windowThreshold(window),
  windowFor: (threshold) => windowForThreshold(threshold),
  thresholdFormula: () => 'turns',
  idle: idleWithoutAttempts,
  path: () => [],
  value: [],
  ownCount: true,
};
