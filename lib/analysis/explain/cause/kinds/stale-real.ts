import { formatInteger } from '@/lib/engine/base/format';
import { defineCause } from '../cause';
import { wouldReach, type CauseContext } from '../context';
import { jumpAt, type Jump } from '../jump';
import { against } from '../plain-reason';
import { nameWord, say, tokens, type Words } from '@/lib/engine/base/answer/words';

/** The newest count the policy knows is of an earlier request, and the request has grown since. */
export const staleReal = defineCause({
  id: 'stale-real',
  find(context) {
    const { missed, lastRealStep: from, operands } = context;
    // A policy that reads no usage knows no count that could be stale.
    const knows = Number.isFinite(operands.lastReal);
    const jump = missed && knows && wouldReach(context, context.asked) ? jumpAt(context) : null;
    if (jump === null || wouldReach(context, operands.lastReal)) return null;
    const { entries, parts } = jump;
    return {
      decides: true,
      ...(estimated(context) ?? grown(context, jump)),
      evidence: { kind: 'entries', from: entries[0], to: entries[1] },
      figures: {
        from,
        ...figuresOf(context, jump),
        ...(parts === null ? {} : { explained: parts.explained, unexplained: parts.unexplained }),
      },
    };
  },
});

/** What came since the count, as the policy itself takes it; null where it adds nothing to the count. */
function sinceOf({ decision, operands, replay }: CauseContext): number | null {
  if (decision === null || replay.policy.decision?.lastReal === undefined) return null;
  const since = decision.value - operands.lastReal;
  return decision.decidedBy === null && since > 0 ? since : null;
}

function figuresOf(context: CauseContext, { added }: Jump): Readonly<Record<string, number>> {
  const { asked, operands } = context;
  const since = sinceOf(context);
  return since === null ? { added } : { known: operands.lastReal, since, held: asked };
}

/** The words for a policy that adds its own estimate of what came since. */
function estimated(
  context: CauseContext,
): { readonly reason: Words; readonly clause: Words } | null {
  const { lastRealStep: from, operands, asked, decision } = context;
  const since = sinceOf(context);
  if (since === null || decision === null) return null;
  const { value, threshold } = decision;
  const sum = say`its count of ${tokens(value)}, ${tokens(operands.lastReal)} of step ${formatInteger(from)} and ${tokens(since)} for what came since`;
  const reason = say`${sum}, ${against(value, threshold, false)}, and the request held ${tokens(asked)}`;
  return { reason, clause: say`It was below the threshold: ${reason}.` };
}

/** The words for a policy that decides on the count as it was. */
function grown(
  { step, lastRealStep: from, operands, asked, replay }: CauseContext,
  { added, tool, isLargest }: Jump,
): { readonly reason: Words; readonly clause: Words } {
  const largest = isLargest ? ', the largest jump of the session' : '';
  const after: Words = tool === null ? [] : say`, right after ${nameWord(tool)}`;
  const since =
    from === step - 1
      ? 'The last step then'
      : `What came since step ${formatInteger(from)}, the newest with usage,`;
  // A count that holds the response too is exceeded by less than the prompt grew.
  const beyond = replay.policy.decision?.lastReal === undefined ? added : asked - operands.lastReal;
  return {
    reason: say`it knew the count of step ${formatInteger(from)}, ${tokens(operands.lastReal)}, and the request had grown by ${tokens(beyond)} since${largest}${after}`,
    clause: say`${since} added ${tokens(added)}${largest}${after}.`,
  };
}
