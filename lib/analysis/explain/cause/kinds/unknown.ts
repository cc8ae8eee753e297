import { formatInteger } from '@/lib/engine/base/format';
import type { FidelityOutcome } from '@/lib/analysis/fit/judgement';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replay } from '@/lib/engine/replay/replay';
import type { LedgerDecision } from '../../ledger-decision';
import { policyEventsAt } from '../../policy-events';
import { defineCause } from '../cause';
import { against } from '../plain-reason';
import { say } from '@/lib/engine/base/answer/words';

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** What a policy compared that counts by a rule of its own, whatever the request held. */
function ownCount({ label }: Policy, decision: LedgerDecision | null): string {
  if (decision === null) return `${label} has no count here`;
  const { value, threshold, formula, unit } = decision;
  return unit === 'tokens'
    ? `its own count (${formula}), ${formatInteger(value)}, ${against(value, threshold, false)}`
    : `it counts ${formatInteger(value)} ${formula}, where ${formatInteger(threshold)} are allowed`;
}

/** The policy that watches asks for a compaction; where it has a note, that says why it did not. */
const asksToCompact = ({ observation }: Replay, step: number): boolean =>
  observation !== null && observation.fires[step] !== 0;

/** A policy that reaches its threshold, and that says itself why nothing came of it. */
const isTold = (replay: Replay, step: number, decision: LedgerDecision | null): boolean =>
  decision?.reached === true &&
  (replay.observation?.held.has(step) ??
    policyEventsAt(replay, step).some(({ kind }) => kind === 'no-op'));

/** Outcomes of a recorded compaction that no policy and no user explains. */
const unexplained: ReadonlySet<FidelityOutcome> = new Set(['held', 'not-observable']);

/** A refusal without a number. */
const NOT_KNOWN = 'the recording does not say how much the request held';

/** The recording does not say why. */
export const unknown = defineCause({
  id: 'unknown',
  find({ judged, step, subject, compacted, changes, replay, missed, decision, asked }) {
    const at = `Step ${formatInteger(step)}`;
    const evidence = { kind: 'step', step } as const;
    if (judged !== null && unexplained.has(judged.outcome)) {
      const [first = ''] = judged.why.split(/(?<=\.) /);
      return {
        decides: true,
        reason: say`the recording does not say why`,
        headline: say`${at} compacted; this recording does not show why: ${lower(first).replace(/\.$/, '')}.`,
        clause: null,
        evidence,
        figures: judged.tokens === null ? {} : { margin: judged.tokens },
      };
    }
    const isOwn = subject.own !== null && changes.length === 0;
    if (isOwn && !compacted && decision?.reached === true && asksToCompact(replay, step)) {
      return {
        decides: true,
        reason: say`the recording does not say why`,
        headline: say`${at} held, although its policy asks to compact, ${formatInteger(decision.value)} tokens at a threshold of ${formatInteger(decision.threshold)}; this recording does not show why.`,
        clause: null,
        evidence: { kind: 'operand', id: 'decision' },
        figures: { value: decision.value, threshold: decision.threshold },
      };
    }
    if (!missed || isTold(replay, step, decision)) return null;
    // Listed last: it is the headline only where nothing else turned the decision.
    const isKnown = !Number.isNaN(asked);
    const held = isKnown ? `the request held ${formatInteger(asked)}` : NOT_KNOWN;
    const value = decision === null ? 'nothing' : formatInteger(decision.value);
    return {
      decides: true,
      reason:
        replay.policy.decision?.ownCount === true
          ? say`${ownCount(replay.policy, decision)}, and ${held}`
          : isKnown
            ? say`the policy counted ${value} where ${held}, and this recording does not show why`
            : say`the policy counted ${value}, and ${held}`,
      clause: null,
      evidence: { kind: 'operand', id: 'decision' },
      figures: isKnown ? { asked } : {},
    };
  },
});
