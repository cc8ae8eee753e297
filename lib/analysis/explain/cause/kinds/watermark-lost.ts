import { formatInteger } from '@/lib/engine/base/format';
import { defineCause } from '../cause';
import { compactionBefore } from '../../ledger-decision';
import { wouldReach, type CauseContext } from '../context';
import { say } from '@/lib/engine/base/answer/words';

/** A summary was written, but the watermark behind it is gone: the request is the whole log again. */
export const watermarkLost = defineCause({
  id: 'watermark-lost',
  find(context) {
    const { replay, step, missed, compacted, decision, operands } = context;
    const at = compactionBefore(replay, step);
    if (at < 0 || decision?.unit !== 'tokens') return null;
    const { columns, session } = replay;
    const covered = columns.covered[at] ?? 0;
    const isInForce = columns.watermarkBefore[step] === covered;
    if (covered === 0 || columns.injected[at] !== 1 || isInForce || !isWhole(context)) return null;
    const back = (session.profile.sum[covered] ?? 0) - (session.profile.sum[0] ?? 0);
    if (!compacted && !missed) return null;
    const without = Math.trunc((operands.heuristic - back) * factorOf(context));
    return {
      decides: compacted && !wouldReach(context, without),
      reason: say`the watermark of the compaction at step ${formatInteger(at)} is lost, so the ${formatInteger(covered)} entries behind it are in the request again`,
      clause: say`The watermark of the compaction at step ${formatInteger(at)} is lost: the ${formatInteger(covered)} entries behind it, ${formatInteger(back)} counted tokens, are in the request again.`,
      evidence: { kind: 'operand', id: 'watermark-after' },
      figures: { compaction: at, entries: covered, tokens: back },
    };
  },
});

/** The request that was decided on leaves nothing out, although a summary was written. */
function isWhole({ replay, step }: CauseContext): boolean {
  const { columns, form, session } = replay;
  const n = session.profile.steps.entries[step] ?? 0;
  return (columns.heuristic[step] ?? 0) >= form.estimator.prefix + (form.estimator.sum[n] ?? 0);
}

const factorOf = ({ replay, step }: CauseContext): number => {
  const correction = replay.columns.correction[step] ?? NaN;
  return Number.isNaN(correction) ? 1 : correction;
};
