import { intAt } from '@/lib/engine/base/read';
import { defineCause } from '../cause';
import { correctionAt, wouldReach, type CauseContext } from '../context';
import { say, tokens } from '@/lib/engine/base/answer/words';

/** The recording holds tool definitions, inline data or parts that the policy's count leaves out. */
export const uncounted = defineCause({
  id: 'uncounted',
  find(context) {
    const { missed, decision, operands, replay } = context;
    if (!missed || decision?.unit !== 'tokens') return null;
    const left = leftOut(context);
    const all = left.prefix + left.entries;
    if (all <= 0) return null;
    const correction = correctionAt(context);
    const factor = Number.isNaN(correction) ? 1 : correction;
    const counted = Math.trunc((operands.heuristic + all) * factor);
    const what = [
      ...(left.prefix > 0 ? ['tool definitions'] : []),
      ...(left.entries > 0 ? ['inline data or parts'] : []),
    ].join(' and ');
    const { system } = replay.policy.provenance;
    return {
      decides: wouldReach(context, Math.max(decision.value, counted)),
      reason: say`${system} does not count ${tokens(all)} tokens of ${what} that the recording holds`,
      clause: say`${system} does not count ${tokens(all)} tokens of ${what} that the recording holds.`,
      evidence: { kind: 'operand', id: 'heuristic' },
      figures: { prefix: left.prefix, entries: left.entries, counted },
    };
  },
});

/** Heuristic tokens of a request by the reference's count that the policy's own estimator leaves out. */
function leftOut({ replay, step }: CauseContext): {
  readonly prefix: number;
  readonly entries: number;
} {
  const { form, session, columns } = replay;
  const { profile } = session;
  const prefix = Math.max(0, session.prefixTokens - form.estimator.prefix);
  const from = columns.covered[step] ?? 0;
  const to = intAt(profile.steps.entries, step);
  let entries = 0;
  for (let entry = from; entry < to; entry++) {
    const own = intAt(form.estimator.sum, entry + 1) - intAt(form.estimator.sum, entry);
    // Nothing at all of a part: another way of counting it is no gap.
    const { inline, other } = profile.entries.kinds;
    const parts = intAt(inline, entry) + intAt(other, entry);
    const whole = intAt(profile.sum, entry + 1) - intAt(profile.sum, entry);
    if (parts > 0 && own <= whole - parts) entries += parts;
  }
  return { prefix, entries };
}
