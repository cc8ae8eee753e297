import { formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineCause, type CauseOfStep } from '../cause';
import { wouldReach, type CauseContext } from '../context';
import { say } from '@/lib/engine/base/answer/words';

/** The policy's state was lost before the step, and with it the count it would have gone by. */
export const stateLost = defineCause({
  id: 'state-lost',
  find: (context) => onRecord(context) ?? injected(context),
});

/** A fault took the state, and no usage came since. */
function injected(context: CauseContext): CauseOfStep | null {
  const { replay, step, missed, asked, lastRealStep: known, compacted } = context;
  const lost = replay.switches.findLast(({ lose, step: at }) => lose && at <= step)?.step ?? -1;
  if (lost < 0 || known >= lost) return null;
  const before = newestUsage(replay, lost);
  if (before < 0) return null;
  const real = replay.columns.real[before] ?? 0;
  if (!missed && !(compacted && !wouldReach(context, asked))) return null;
  const at = lost === step ? 'before it' : `before step ${formatInteger(lost)}`;
  return {
    decides: true,
    reason: say`the policy’s state was lost ${at}, and the ${formatInteger(real)} of step ${formatInteger(before)} with it`,
    clause: say`The policy’s state was lost ${at}, and the ${formatInteger(real)} of step ${formatInteger(before)} with it.`,
    evidence: { kind: 'step', step: lost },
    figures: { lost, real },
  };
}

/** The recorded state is empty where it held a count, and the policy asks to compact. */
function onRecord(context: CauseContext): CauseOfStep | null {
  const { replay, step, changes, compacted, fires, decision } = context;
  if (changes.length > 0 || compacted || !fires || decision === null) return null;
  const { guard, compactions } = replay.session.profile.head;
  const at = guard.findLastIndex(({ step: of }) => of < step);
  const [before, after] = [guard[at - 1], guard[at]];
  if (before === undefined || after === undefined) return null;
  const real = before.realTokens ?? 0;
  const gone = (after.realTokens ?? 0) === 0 && (after.lastHeuristic ?? 0) === 0;
  if (real === 0 || !gone || compactions.some((one) => one.step === after.step)) return null;
  const lost = formatInteger(after.step);
  return {
    decides: true,
    reason: say`its recorded state is empty after step ${lost}, where it held ${formatInteger(real)}`,
    clause: null,
    evidence: { kind: 'step', step: after.step },
    figures: { lost: after.step, real },
  };
}

/** The newest step before another with usage that the policy was given; −1 for none. */
function newestUsage({ columns }: Replay, before: number): number {
  for (let i = before - 1; i >= 0; i--) if ((columns.realAfter[i] ?? 0) > 0) return i;
  return -1;
}
