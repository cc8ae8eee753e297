import { PRODUCER } from '@/lib/engine/replay/engine';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import type { Replay } from '@/lib/engine/replay/replay';
import { unexplainedDrops } from '@/lib/analysis/explain/recording/unexplained-drops';
import { usedPrefix } from '@/lib/analysis/explain/recording/prefix-words';
import { unknownHead } from '@/lib/analysis/explain/recording/unknown-head';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';

/** Result of a replay without its steps, as the command line and the API print it. */
export function replayReport(replay: Replay) {
  const { policy, session, divergence, limits, notes, faults } = replay;
  const { source, missing, solved } = usedPrefix(session);
  return {
    producer: PRODUCER,
    policy: policy.id,
    prefixTokens: session.prefixTokens,
    /** Where the prefix comes from, and the shares of it that the trace lacks. */
    prefix: { source, missing, solved },
    /** What the first request holds beside the recording; null where the recording is whole. */
    unknownHead: unknownHead(session),
    unexplainedDrops: unexplainedDrops(session),
    /** null if every request is the recorded one. */
    divergence: divergence < 0 ? null : divergence,
    limits,
    totals: { ...replayTotals(replay) },
    faults: faults.map(({ fault, step, text }) => ({
      fault: formatFault(fault),
      /** null if it never took effect. */
      step: step < 0 ? null : step,
      text,
    })),
    events: notes.events,
    kept: notes.kept,
    elisions: notes.elisions,
    /** Compactions beside the agent: start, boundary, landing. */
    background: notes.background,
    /** Calls that the policy makes and the recording lacks: projected, and what they write assumed. */
    added: notes.added,
  };
}
