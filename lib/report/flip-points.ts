import { formatInteger } from '@/lib/base/format';
import { anchorDeltaBuffer, type AnchorDeltaSettings } from '@/lib/policies/anchor-delta';
import { claudeCodeThreshold, type ClaudeCodeSettings } from '@/lib/policies/claude-code-settings';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard-threshold';
import {
  contextGuardThreshold as contextGuardThresholdOf,
  type BufferBoundary,
} from '@/lib/policies/mechanisms/buffer';
import type { Replay } from '@/lib/replay/replay';
import { outcomeAt, reaches, relationOf } from './ledger-decision';

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

/** The largest window that is looked for. */
const MOST_WINDOW = 100_000_000;

/** The largest window whose threshold a decision value reaches, under ContextGuard's buffer. */
export const largestFiringWindow = (decision: number, boundary: BufferBoundary = '>='): number =>
  largestWindow((window) => contextGuardThresholdOf(window, boundary) <= decision);

/** The largest window that fires; firing ends at some window and does not begin again. */
function largestWindow(fires: (window: number) => boolean): number {
  let low = 0;
  let high = MOST_WINDOW;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fires(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
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

/** A policy's threshold at a window, its other settings as they are. */
type WindowRule = (settings: Record<string, unknown>) => (window: number) => number;

const byBoundary: WindowRule = ({ boundary }) => {
  const rule = boundary === '>' ? '>' : '>=';
  return (window) => contextGuardThresholdOf(window, rule);
};

/**
 * Thresholds of the policies whose decision value does not depend on the window, all steps before
 * as they were. What a rule gives is held against the replay's own column before it is used.
 */
const windowRules: Readonly<Record<string, WindowRule>> = {
  'contextguard-threshold': byBoundary,
  'contextguard-tail': byBoundary,
  'anchor-delta': (settings) => (window) =>
    window - anchorDeltaBuffer({ ...(settings as unknown as AnchorDeltaSettings), window }),
  'claude-code': (settings) => (window) =>
    claudeCodeThreshold({ ...(settings as unknown as ClaudeCodeSettings), window }),
  crush: () => (window) => contextGuardThresholdOf(window, '>'),
  clairvoyant: () => (window) => window,
};

/**
 * The flip points of a step in closed form: the window for policies whose threshold is a rule of the
 * window, cap and factor for ContextGuard's own correction. None rather than one that may be wrong.
 */
export function flipPoints(replay: Replay, settings: unknown, step: number): readonly FlipPoint[] {
  const given = settings as Record<string, unknown>;
  const rule = windowRules[replay.policyId]?.(given);
  if (rule === undefined) return [];
  const corrected = replay.policyId === contextGuardThreshold.id;
  const names = corrected ? (['window', 'cap', 'factor'] as const) : (['window'] as const);
  // Compacted for another reason: no threshold turns that.
  if (outcomeAt(replay, step) === 'otherwise') return [];
  if (given['attempts'] === 0) return names.map((name) => cannot(name, 'no: 0 attempts allowed'));
  const window = windowFlip(replay, rule, step);
  if (!corrected) return [window];
  const { estimator = 'own' } = given;
  if (estimator !== 'own') {
    const why = 'not given for these settings';
    return [window, cannot('cap', why), cannot('factor', why)];
  }
  const parsed = contextGuardThreshold.settings.safeParse(settings);
  return parsed.success ? [window, ...correctionFlips(replay, parsed.data, step)] : [window];
}

function windowFlip(replay: Replay, rule: (window: number) => number, step: number): FlipPoint {
  const { columns } = replay;
  const decision = columns.decision[step] ?? NaN;
  // Another window from a fault on, or a rule that is not the replay's: then nothing is said.
  if (rule(columns.window[step] ?? -1) !== columns.threshold[step]) {
    return cannot('window', 'not given for these settings');
  }
  if (decision <= 0) return cannot('window', 'no: nothing is counted yet');
  if (replay.notes.events.some(({ kind, step: at }) => kind === 'breaker' && at < step)) {
    return cannot('window', 'no: it has stopped compacting');
  }
  const above = relationOf(replay.policyId) === '>';
  const largest = largestWindow((window) =>
    above ? decision > rule(window) : decision >= rule(window),
  );
  if (!reaches(replay, step)) {
    const text = `≤ ${formatInteger(largest)}`;
    return { setting: 'window', relation: '<=', value: largest, text };
  }
  if (largest === MOST_WINDOW) return cannot('window', 'no: fires at any window');
  const value = largest + 1;
  return { setting: 'window', relation: '>=', value, text: `≥ ${formatInteger(value)}` };
}

/**
 * The decision value is max(last real, trunc(heuristic × correction)), so a correction turns it at
 * threshold / heuristic.
 */
function correctionFlips(
  { columns }: Replay,
  settings: ContextGuardSettings,
  step: number,
): readonly FlipPoint[] {
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const threshold = at(columns.threshold);
  const lastReal = at(columns.lastReal);
  const lastHeuristic = at(columns.lastHeuristic);
  const needed = threshold / at(columns.heuristic);
  const fires = at(columns.decision) >= threshold;
  if (lastReal <= 0 || lastHeuristic <= 0) {
    const factor = factorFlip({ fires, needed, threshold, lastReal });
    return [cannot('cap', 'not in the path'), factor];
  }
  const factor = cannot('factor', 'not in the path');
  if (!settings.capped) return [cannot('cap', 'not in the path: no cap'), factor];
  return [capFlip({ fires, needed, threshold, lastReal, settings, lastHeuristic }), factor];
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
