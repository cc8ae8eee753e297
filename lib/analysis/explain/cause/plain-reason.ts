import { formatInteger, formatProjected } from '@/lib/engine/base/format';
import { recordedFailure } from '../outcome/step-outcome';
import { backgroundAt, backgroundWords } from '../background';
import { correctionTerm } from '../correction';
import type { Replay } from '@/lib/engine/replay/replay';
import { outcomeReason, type LedgerDecision } from '../ledger-decision';
import type { Evidence } from './cause';
import { correctionAt, type CauseContext } from './context';
import { say, type Words } from '@/lib/engine/base/answer/words';

/** The decision in the operands' own numbers, where no cause names more. */
interface PlainReason {
  readonly reason: Words;
  readonly evidence: Evidence | null;
}

/** "last real, 150,000 of step 142, is 30,000 below the threshold of 180,000". */
export function plainReason(context: CauseContext): PlainReason {
  const { decision, judged, replay, step } = context;
  const failure = recordedFailure(replay, step);
  if (failure !== null) {
    return { reason: say`${failure}`, evidence: { kind: 'operand', id: 'decision' } };
  }
  if (judged?.outcome === 'reproduced' && judged.value !== null && judged.threshold !== null) {
    const { value, threshold } = judged;
    return {
      reason: say`the policy’s count of ${formatInteger(value)} ${against(value, threshold, true)}`,
      evidence: { kind: 'operand', id: 'decision' },
    };
  }
  if (decision === null) return { reason: say`${nothing(context)}`, evidence: null };
  const reason = ownWords(context, decision) ?? byOperand(context, decision);
  const id = decision.decidedBy === null ? 'decision' : operandIds[decision.decidedBy];
  const anchored = id === 'estimate' && Number.isNaN(replay.columns.density[context.step] ?? NaN);
  return { reason, evidence: { kind: 'operand', id: anchored ? 'decision' : id } };
}

const operandIds = {
  'last real': 'last-real',
  calibrated: 'calibrated',
  heuristic: 'heuristic',
  estimate: 'estimate',
} as const;

/** Outcomes that the comparison alone does not explain, in the policy's own words. */
function ownWords(context: CauseContext, decision: LedgerDecision): Words | null {
  const { replay, step } = context;
  const beside = backgroundAt(replay, step);
  if (beside?.phase === 'ends') return say`it ${backgroundWords(beside.of)}`;
  if (decision.reached === context.compacted) return null;
  if (replay.observation !== null) return watchedWords(replay, step, decision);
  const words = outcomeReason(replay, step);
  if (beside !== null) return say`${words}`;
  const said = replay.notes.events.find((event) => event.step === step)?.text;
  return said === undefined ? say`${words}` : say`${words} (${said.replace(/\.$/, '')})`;
}

/** A policy that watches and the recording that did otherwise; null where its operands say it. */
function watchedWords(
  { policy, observation }: Replay,
  step: number,
  decision: LedgerDecision,
): Words | null {
  const { value, threshold, unit } = decision;
  const said = observation?.held.get(step);
  if (said === undefined || !decision.reached) return null;
  const named = observation?.own === true ? 'its policy' : policy.label;
  const counts = unit === 'tokens' ? '' : ` ${unit}`;
  const compared = `${formatInteger(value)}${counts} against ${formatInteger(threshold)}`;
  return say`${named} reaches its threshold (${compared}), but ${lower(said).replace(/\.$/, '')}`;
}

const lower = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

function byOperand(context: CauseContext, decision: LedgerDecision): Words {
  const { value, threshold, projected, unit } = decision;
  const fires = context.fires;
  if (unit !== 'tokens') {
    const compared =
      value === threshold
        ? 'are as many as'
        : value > threshold
          ? 'are more than'
          : 'are fewer than';
    return say`${formatInteger(value)} ${decision.formula} ${compared} the ${formatInteger(threshold)} allowed`;
  }
  const shown = formatProjected(value, projected);
  const comparison = against(value, threshold, fires);
  switch (decision.decidedBy) {
    case 'last real': {
      const { lastRealStep: from } = context;
      const of = from < 0 ? '' : ` of step ${formatInteger(from)}`;
      return say`the last real, ${shown}${of}, ${comparison}`;
    }
    case 'calibrated': {
      const { heuristic } = context.operands;
      const product = `${formatInteger(heuristic)} × ${correctionTerm(context.replay, context.step)} = ${shown}`;
      return Number.isNaN(correctionAt(context))
        ? say`the calibrated count, ${shown}, ${comparison}`
        : say`the calibrated count, ${product}, ${comparison}`;
    }
    case 'heuristic':
      return say`its own count, ${shown}, ${comparison}`;
    case 'estimate':
      return say`its estimate, ${shown}, ${comparison}`;
    case null:
      return say`its count of ${shown} (${decision.formula}) ${comparison}`;
  }
}

/** "is 30,000 below the threshold of 180,000", "is exactly the threshold". */
export function against(value: number, threshold: number, fires: boolean): string {
  const gap = value - threshold;
  const named = `the threshold of ${formatInteger(threshold)}`;
  if (gap === 0) return `is exactly ${named}`;
  if (gap > 0) return `is ${formatInteger(gap)} above ${named}`;
  return fires ? `stands against ${named}` : `is ${formatInteger(-gap)} below ${named}`;
}

function nothing({ replay }: CauseContext): string {
  const { policy } = replay;
  if (policy.traits.recording === true) return 'the recording has no compaction here';
  return policy.decision === null
    ? `${policy.label} compares nothing with a threshold`
    : `${policy.label} has no count here`;
}
