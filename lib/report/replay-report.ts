import { formatFault } from '@/lib/policies/faults';
import type { Replay } from '@/lib/replay/replay';
import { replayTotals } from './replay-totals';

/** What a replay comes to, steps aside, as the command line and the API print it. */
export function replayReport(replay: Replay) {
  const { policyId, session, divergence, limits, notes, faults } = replay;
  return {
    policy: policyId,
    prefixTokens: session.prefixTokens,
    /** null where every request is the recorded one. */
    divergence: divergence < 0 ? null : divergence,
    limits,
    totals: { ...replayTotals(replay) },
    faults: faults.map(({ fault, step, text }) => ({
      fault: formatFault(fault),
      /** null where it never took hold. */
      step: step < 0 ? null : step,
      text,
    })),
    events: notes.events,
    kept: notes.kept,
    elisions: notes.elisions,
  };
}
