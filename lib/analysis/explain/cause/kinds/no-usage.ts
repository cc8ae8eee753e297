import { formatInteger, formatRatio } from '@/lib/engine/base/format';
import { defineCause } from '../cause';
import { compactionBefore } from '../../ledger-decision';
import { correctionAt, lacksUsage, totalBefore, wouldReach, type CauseContext } from '../context';
import { say, tokens, type Words } from '@/lib/engine/base/answer/words';

/** No usage was known when the step was decided, and what stood in for it decided wrongly. */
export const noUsage = defineCause({
  id: 'no-usage',
  find(context) {
    const { replay, asked, compacted, missed, decision, operands } = context;
    if (replay.policy.decision === null || replay.policy.decision.ownCount === true) return null;
    if (!lacksUsage(context) && !(decision === null && context.lastRealStep < 0)) return null;
    // Its own request's real size, had it been known, gives the other decision.
    const early = compacted && decision !== null && !wouldReach(context, asked);
    if (!missed && !early) return null;
    return {
      decides: true,
      ...(newestTotal(context) ?? {
        reason: say`${since(context)}${standIn(context)}`,
        clause: say`${capital(since(context))}${standIn(context)}.`,
      }),
      evidence: { kind: 'operand', id: 'correction' },
      figures: {
        heuristic: operands.heuristic,
        ...(Number.isNaN(correctionAt(context)) ? {} : { factor: correctionAt(context) }),
        asked,
      },
    };
  },
});

/** The words where the file holds one number for an earlier prompt and its response; null where it does not. */
function newestTotal(
  context: CauseContext,
): { readonly reason: Words; readonly clause: Words } | null {
  const total = totalBefore(context);
  if (total === null) return null;
  const { replay, asked } = context;
  const { system } = replay.policy.provenance;
  const reason = say`${system} knew its count of step ${formatInteger(total.step)}, ${tokens(total.tokens)} of prompt and response, and the request held ${tokens(asked)}`;
  return { reason, clause: say`${reason}.` };
}

function since({ replay, step }: CauseContext): string {
  const reset = compactionBefore(replay, step);
  return reset < 0
    ? 'no usage was reported before it'
    : `no usage was reported since the compaction at step ${formatInteger(reset)}`;
}

/** ", so 24 counted × the default factor of 2.5× make 60". */
function standIn(context: CauseContext): Words {
  const factor = correctionAt(context);
  const { heuristic, calibrated } = context.operands;
  if (Number.isNaN(factor)) return [];
  return say`, so the default factor holds: ${formatInteger(heuristic)} × ${formatRatio(factor)} = ${formatInteger(calibrated)}`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
