/** One step's decision in a sentence, from its ledger: what a failed check prints. */
import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { clampAt, measuredRatio } from '@/lib/analysis/explain/correction';
import { flipPoints } from '@/lib/analysis/explain/flip-points';
import { decisionAt } from '@/lib/analysis/explain/ledger-decision';
import type { Replay } from '@/lib/engine/replay/replay';

/** "step 143: held: decision value 88,347 < threshold 180,000 (…)". */
export function stepReason(run: Replay, step: number): string {
  const decision = decisionAt(run, step);
  const at = `step ${formatInteger(step)}`;
  if (decision === null) return `${at}: ${run.policy.label} compares nothing there`;
  const { words, value, threshold, formula, thresholdFormula, unit, relation, projected } =
    decision;
  const reached = relation === '>' ? value > threshold : value >= threshold;
  const sign = reached ? relation : relation === '>' ? '≤' : '<';
  const unitWords = unit === 'tokens' ? '' : ` ${unit}`;
  const parts = [
    `${words.charAt(0).toLowerCase()}${words.slice(1)}, decision value ${projected ? '~' : ''}${formatInteger(value)} ${sign} threshold ${formatInteger(threshold)}${unitWords}${thresholdFormula === '' ? '' : ` (${thresholdFormula})`}`,
    `the value is ${formula}`,
    ...correctionWords(run, step),
    ...flipWords(run, step),
  ];
  return `${at}: ${parts.join('; ')}`;
}

/** "correction 5× (measured 8.33×, cap 5×)" where a correction is in the value. */
function correctionWords(run: Replay, step: number): readonly string[] {
  const correction = run.columns.correction[step] ?? NaN;
  if (Number.isNaN(correction)) return [];
  const cap = clampAt(run, step)?.cap ?? Infinity;
  const ratio = measuredRatio(run, step);
  const measured = Number.isNaN(ratio) ? 'nothing measured yet' : `measured ${formatFactor(ratio)}`;
  const limit = Number.isFinite(cap) ? `, cap ${formatFactor(cap)}` : '';
  return [`correction ${formatFactor(correction)} (${measured}${limit})`];
}

/** "turns at window ≤ 161,250 or cap ≥ 7.5×". */
function flipWords(run: Replay, step: number): readonly string[] {
  const turns = flipPoints(run, step)
    .filter(({ relation }) => relation !== null)
    .map(({ label, text }) => `${label.toLowerCase()} ${text}`);
  return turns.length === 0 ? [] : [`it turns at ${turns.join(' or ')}`];
}
