import { formatInteger } from '@/lib/base/format';
import { defineCause } from '../cause';
import { plainReason } from '../plain-reason';
import { say } from '../words';

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** The recording does not say why. */
export const unknown = defineCause({
  id: 'unknown',
  find(context) {
    const { judged, step, subject, compacted, recorded, changes, replay, missed, decision, asked } =
      context;
    const at = `Step ${formatInteger(step)}`;
    const evidence = { kind: 'step', step } as const;
    if (judged !== null && ['earlier', 'later', 'not-fired'].includes(judged.outcome)) {
      const [first = ''] = judged.why.split(/(?<=\.) /);
      return {
        decides: true,
        reason: say`the recording does not say why`,
        headline: say`${at} compacted; it cannot be told why from this recording: ${lower(first).replace(/\.$/, '')}.`,
        clause: null,
        evidence,
        figures: judged.tokens === null ? {} : { margin: judged.tokens },
      };
    }
    const isOwn = subject.own !== null && changes.length === 0;
    if (
      isOwn &&
      compacted &&
      recorded === null &&
      replay.divergence === step &&
      decision !== null
    ) {
      return {
        decides: true,
        reason: say`the recording does not say why`,
        headline: say`${at} did not compact although its policy would have, ${formatInteger(decision.value)} tokens at a threshold of ${formatInteger(decision.threshold)}; it cannot be told why from this recording.`,
        clause: null,
        evidence: { kind: 'operand', id: 'decision' },
        figures: { value: decision.value, threshold: decision.threshold },
      };
    }
    if (!missed) return null;
    // Listed last: it is the headline only where nothing else turned the decision.
    const value = decision === null ? 'nothing' : formatInteger(decision.value);
    const held = `the request held ${formatInteger(asked)}`;
    // A count that says in words what it holds leaves nothing to tell.
    const { count, ownCount } = replay.policy.decision ?? {};
    const told = ownCount === true && count !== undefined && decision?.formula === count;
    return {
      decides: true,
      reason: told
        ? say`${plainReason(context).reason}, and ${held}`
        : say`the policy counted ${value} where ${held}, and it cannot be told why from this recording`,
      clause: null,
      evidence: { kind: 'operand', id: 'decision' },
      figures: { asked },
    };
  },
});
