import { formatInteger } from '@/lib/base/format';
import type { Replay } from '@/lib/replay/replay';
import { defineCause } from '../cause';
import { wouldReach } from '../context';
import { say } from '../words';

/** The policy's state was lost before the step, and with it the count it would have gone by. */
export const stateLost = defineCause({
  id: 'state-lost',
  find(context) {
    const { replay, step, missed, asked, lastRealStep: known, compacted } = context;
    const lost = lostBefore(replay, step);
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
  },
});

/** The newest step at or before this one before which the state was lost, injected or on record; −1 for none. */
export function lostBefore({ switches, session }: Replay, step: number): number {
  const injected = switches.findLast(({ lose, step: at }) => lose && at <= step)?.step ?? -1;
  const { guard, compactions } = session.profile.head;
  let recorded = -1;
  for (let i = 1; i < guard.length; i++) {
    const [before, after] = [guard[i - 1], guard[i]];
    if (before === undefined || after === undefined || after.step >= step) continue;
    const held = (before.realTokens ?? 0) > 0;
    const gone = (after.realTokens ?? 0) === 0 && (after.lastHeuristic ?? 0) === 0;
    if (held && gone && !compactions.some((one) => one.step === after.step)) recorded = after.step;
  }
  return Math.max(injected, recorded);
}

/** The newest step before another with usage that the policy was given; −1 for none. */
function newestUsage({ columns }: Replay, before: number): number {
  for (let i = before - 1; i >= 0; i--) if ((columns.realAfter[i] ?? 0) > 0) return i;
  return -1;
}
