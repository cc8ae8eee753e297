import { formatInteger } from '@/lib/base/format';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard-threshold';
import {
  contextGuardThreshold as contextGuardThresholdOf,
  LARGE_WINDOW,
} from '@/lib/policies/mechanisms/buffer';
import type { Replay } from '@/lib/replay/replay';

/** What would have turned one step's decision, all steps before it as they were. */
export interface FlipPoint {
  readonly setting: 'window' | 'cap' | 'factor';
  /** The decision turns where `setting relation value` holds; null: this setting cannot turn it. */
  readonly relation: '>=' | '<=' | '<' | null;
  /** Exact. */
  readonly value: number;
  /** "≥ 6.67×", rounded so that it holds; or why the setting cannot turn the decision. */
  readonly text: string;
}

/** The largest window whose threshold a decision value reaches. */
export function largestFiringWindow(decision: number): number {
  const guess = Math.max(0, Math.trunc(decision / 0.8) - 2);
  if (contextGuardThresholdOf(LARGE_WINDOW) <= decision) {
    return decision + LARGE_WINDOW - contextGuardThresholdOf(LARGE_WINDOW);
  }
  let window = Math.min(guess, LARGE_WINDOW - 1);
  while (window + 1 < LARGE_WINDOW && contextGuardThresholdOf(window + 1) <= decision) window++;
  return window;
}

const cannot = (setting: FlipPoint['setting'], text: string): FlipPoint => ({
  setting,
  relation: null,
  value: NaN,
  text,
});

/** "≥ 6.67×" or "< 1.73×": two decimals, rounded to the side on which the decision turns. */
function factorText(relation: '>=' | '<', value: number): string {
  const scale = value < 1_000 ? 100 : 1;
  const up = relation === '>=';
  const rounded = (up ? Math.ceil(value * scale - 1e-9) : Math.floor(value * scale + 1e-9)) / scale;
  return `${up ? '≥' : '<'} ${scale === 1 ? formatInteger(rounded) : rounded.toFixed(2)}×`;
}

/**
 * The flip points of a step in closed form, for the ContextGuard threshold policy deciding by its
 * own rule; none for any other, rather than a number that may be wrong.
 */
export function flipPoints(replay: Replay, settings: unknown, step: number): readonly FlipPoint[] {
  if (replay.policyId !== contextGuardThreshold.id) return [];
  const parsed = contextGuardThreshold.settings.safeParse(settings);
  if (!parsed.success) return [];
  const refused = notGiven(replay, parsed.data, step);
  if (refused !== null) {
    return (['window', 'cap', 'factor'] as const).map((setting) => cannot(setting, refused));
  }
  return ownFlips(replay, parsed.data, step);
}

/** Why the closed forms do not hold under these settings; null where they do. */
function notGiven(
  { columns }: Replay,
  settings: ContextGuardSettings,
  step: number,
): string | null {
  if (settings.attempts === 0) return 'no: 0 attempts allowed';
  const { window } = settings;
  // A version's own buffer rule, or another window from a fault on: the threshold tells.
  const plain = columns.threshold[step] === contextGuardThresholdOf(window);
  const { estimator = 'own' } = settings as { readonly estimator?: unknown };
  return plain && estimator === 'own' ? null : 'not given for these settings';
}

/**
 * The decision value is max(last real, trunc(heuristic × correction)), so a correction turns it at
 * threshold / heuristic.
 */
function ownFlips(
  { columns }: Replay,
  settings: ContextGuardSettings,
  step: number,
): readonly FlipPoint[] {
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const decision = at(columns.decision);
  const threshold = at(columns.threshold);
  const needed = threshold / at(columns.heuristic);
  const lastReal = at(columns.lastReal);
  const fires = decision >= threshold;
  const window = largestFiringWindow(decision);
  const byWindow: FlipPoint = fires
    ? {
        setting: 'window',
        relation: '>=',
        value: window + 1,
        text: `≥ ${formatInteger(window + 1)}`,
      }
    : { setting: 'window', relation: '<=', value: window, text: `≤ ${formatInteger(window)}` };
  const calibratedFromReal = lastReal > 0 && at(columns.lastHeuristic) > 0;
  return [
    byWindow,
    calibratedFromReal
      ? capFlip({
          fires,
          needed,
          threshold,
          lastReal,
          settings,
          lastHeuristic: at(columns.lastHeuristic),
        })
      : cannot('cap', 'not in the path'),
    calibratedFromReal
      ? cannot('factor', 'not in the path')
      : factorFlip({ fires, needed, threshold, lastReal }),
  ];
}

interface Decided {
  readonly fires: boolean;
  /** The correction from which on the calibrated value reaches the threshold. */
  readonly needed: number;
  readonly threshold: number;
  readonly lastReal: number;
}

function capFlip(
  given: Decided & { readonly settings: ContextGuardSettings; readonly lastHeuristic: number },
): FlipPoint {
  const { fires, needed, threshold, lastReal, lastHeuristic, settings } = given;
  const ratio = Math.max(settings.floor, lastReal / lastHeuristic);
  if (fires) {
    if (lastReal >= threshold) return cannot('cap', 'no: last real alone fires');
    return { setting: 'cap', relation: '<', value: needed, text: factorText('<', needed) };
  }
  if (ratio <= settings.cap) return cannot('cap', `no: ${ratio.toFixed(2)}× is below it`);
  if (ratio < needed) return cannot('cap', 'no: too low even without a cap');
  return { setting: 'cap', relation: '>=', value: needed, text: factorText('>=', needed) };
}

function factorFlip({ fires, needed, threshold, lastReal }: Decided): FlipPoint {
  if (fires && lastReal >= threshold) return cannot('factor', 'no: last real alone fires');
  if (!Number.isFinite(needed)) return cannot('factor', 'no: the request is empty');
  const relation = fires ? '<' : '>=';
  return { setting: 'factor', relation, value: needed, text: factorText(relation, needed) };
}
