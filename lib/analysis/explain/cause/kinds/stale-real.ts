import { formatInteger } from '@/lib/base/format';
import { defineCause } from '../cause';
import { wouldReach } from '../context';
import { jumpAt } from '../jump';
import { code, say, tokens, type Words } from '../words';

/** The newest count the policy knows is of an earlier request, and the request has grown since. */
export const staleReal = defineCause({
  id: 'stale-real',
  find(context) {
    const { missed, step, asked, lastRealStep: from, operands } = context;
    // A policy that reads no usage knows no count that could be stale.
    const knows = Number.isFinite(operands.lastReal);
    const jump = missed && knows && wouldReach(context, asked) ? jumpAt(context) : null;
    if (jump === null || wouldReach(context, operands.lastReal)) return null;
    const { added, tool, isLargest, parts, entries } = jump;
    const largest = isLargest ? ', the largest jump of the session' : '';
    const after: Words = tool === null ? [] : say`, right after ${code(tool)}`;
    const since =
      from === step - 1
        ? 'The last step then'
        : `What came since step ${formatInteger(from)}, the newest with usage,`;
    return {
      decides: true,
      reason: say`it knew the count of step ${formatInteger(from)}, ${tokens(operands.lastReal)}, and the request had grown by ${tokens(added)} since${largest}${after}`,
      clause: say`${since} added ${tokens(added)}${largest}${after}.`,
      evidence: { kind: 'entries', from: entries[0], to: entries[1] },
      figures: {
        from,
        added,
        ...(parts === null ? {} : { explained: parts.explained, unexplained: parts.unexplained }),
      },
    };
  },
});
