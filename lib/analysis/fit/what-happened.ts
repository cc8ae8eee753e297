import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { measuredRatio } from '@/lib/analysis/explain/correction';
import { ownLimitAt } from '@/lib/engine/replay/environments';
import { observe } from '@/lib/engine/replay/observed/observe';
import { prepare } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import { judgeObserved } from './fidelity';
import { neverWords } from './fidelity-words';
import type { Fidelity, JudgedCompaction } from './judgement';
import type { Opening } from './opening';
import type { OwnPolicy } from './own-policy';

/** The first thing that went on record beside plain requests. */
export interface FirstEvent {
  readonly kind: 'compaction' | 'overflow';
  readonly step: number;
}

/** A recording's first compaction or overflow inside its steps; null without one. */
export function firstEvent({ head, steps, stepCount }: Profile): FirstEvent | null {
  const compacted = head.compactions.find(
    ({ kind, step }) => kind === 'summary' && step < stepCount,
  );
  for (let step = 0; step < Math.min(stepCount, compacted?.step ?? stepCount); step++) {
    const refused = (byteAt(steps.flags, step) & stepFlag.rejected) !== 0;
    const most = intAt(steps.limit, step) || (ownLimitAt(head, step)?.tokens ?? Infinity);
    if (refused || intAt(steps.real, step) > most) return { kind: 'overflow', step };
  }
  return compacted === undefined ? null : { kind: 'compaction', step: compacted.step };
}

/**
 * The recording under the agent's own policy, at its first event, in one sentence with the cause; null
 * where no policy models the agent.
 */
export function whatHappened(profile: Profile, { own, prefixTokens }: Opening): string | null {
  if (own === null || profile.stepCount === 0) return null;
  const run = observe(prepare(profile, prefixTokens), own.policy, own.settings, { own: true });
  const fidelity = judgeObserved(run, own);
  const event = firstEvent(profile);
  if (event?.kind === 'compaction') {
    const judged = fidelity.compactions.find(({ step }) => step === event.step);
    if (judged !== undefined) return compactionText(judged, own);
  }
  if (event?.kind === 'overflow') return heldText(run, event.step);
  return quietText(fidelity, own, run);
}

function compactionText(one: JudgedCompaction, own: OwnPolicy): string {
  const at = `Compacted at step ${formatInteger(one.step)}`;
  if (one.outcome === 'inferred' && own.inferred !== null) {
    return `${own.inferred.charAt(0).toUpperCase()}${own.inferred.slice(1)}.`;
  }
  if (one.outcome === 'reproduced' && one.value !== null && one.threshold !== null) {
    const sign = own.policy.decision?.relation === '>' ? '>' : '≥';
    return `${at}, as its policy does: ${formatInteger(one.value)} ${sign} ${formatInteger(one.threshold)} tokens.`;
  }
  const [first = ''] = one.why.split(/(?<=\.) /);
  return `${at}: ${first.charAt(0).toLowerCase()}${first.slice(1)}`;
}

/** Nothing is recorded but requests. */
function quietText(fidelity: Fidelity, own: OwnPolicy, run: Replay): string | null {
  if (fidelity.disagreements.length > 0) return `It ${neverWords(fidelity)}.`;
  if (own.inferred !== null) return `It never compacted: ${own.inferred}.`;
  const highest = highestStep(run);
  return highest < 0 ? null : heldText(run, highest);
}

/** The step with the greatest decision value above 0; −1 for none. */
function highestStep({ columns: { decision } }: Replay): number {
  let at = -1;
  decision.forEach((value, step) => {
    if (value > 0 && (at < 0 || value > floatAt(decision, at))) at = step;
  });
  return at;
}

/** Reason the policy held at a step, from the operands of its decision. */
function heldText(run: Replay, step: number): string | null {
  const { columns } = run;
  const value = floatAt(columns.decision, step);
  const threshold = intAt(columns.threshold, step);
  if (Number.isNaN(value) || threshold < 0) return null;
  const at = `at step ${formatInteger(step)}`;
  if (value >= threshold) {
    return `Held ${at}, although its policy reaches its threshold: ${formatInteger(value)} tokens, ${formatInteger(threshold)} needed.`;
  }
  const below = `${formatInteger(value)} tokens are ${formatInteger(threshold - value)} below its threshold of ${formatInteger(threshold)}`;
  return `Held ${at}: ${below}${cappedText(run, step)}.`;
}

/** "; the correction measured 8.33×, 7.5× was needed, it is capped at 5×" where the cap decided. */
function cappedText(run: Replay, step: number): string {
  const { columns, settings } = run;
  const cap = Number(settings['cap']);
  const measured = measuredRatio(run, step);
  if (!(measured > cap) || !(columns.correction[step] === cap)) return '';
  const needed = intAt(columns.threshold, step) / intAt(columns.heuristic, step);
  return `; the correction measured ${formatFactor(measured)}, ${formatFactor(needed)} was needed, it is capped at ${formatFactor(cap)}`;
}
