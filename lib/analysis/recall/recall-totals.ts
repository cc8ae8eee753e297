import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { contextSteps, type ContextSteps } from './context-steps';
import type { RecallSession } from './recall-session';
import { reworkCalls } from './rework';

/** What the compactions of a replay take that the recording uses again; whole tokens. */
export interface RecallTotals {
  /** Covered tokens that a later step names again: of the lines, and of whole entries. */
  readonly regret: number;
  readonly regretHigh: number;
  /** Calls that the recording repeats behind a compaction that took their result, and their tokens. */
  readonly repeated: number;
  readonly rework: number;
}

/** A step that compacts, and the entries of the log by then. */
interface Cut {
  readonly step: number;
  readonly boundary: number;
}

/**
 * The sums that a report of the replay lists compaction by compaction, in time linear in the names: a
 * sweep asks for them under every setting.
 */
export function recallTotals(named: RecallSession, run: Replay): RecallTotals {
  const cuts = cutsOf(run);
  if (cuts.length === 0) return { regret: 0, regretHigh: 0, repeated: 0, rework: 0 };
  const { stepCount } = named;
  const context = contextSteps(run, named.enters);
  const at = new Int32Array(stepCount + 1).fill(-1);
  cuts.forEach(({ step }, cut) => (at[step] = cut));
  const again = reworkCalls(named.repeats, context, stepCount).filter(
    ({ compaction }) => intAt(at, compaction) >= 0,
  );
  return {
    ...coveredTokens(named, context, cuts, at),
    repeated: again.length,
    rework: again.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** The compactions of a replay; those of the recording where its policy is the recording's. */
function cutsOf({ policy, columns, session: { profile } }: Replay): readonly Cut[] {
  const { head, stepCount, steps } = profile;
  if (!policy.traits.recording) {
    const cuts: Cut[] = [];
    columns.compacted.forEach((fired, step) => {
      if (fired === 1) cuts.push({ step, boundary: intAt(steps.entries, step) });
    });
    return cuts;
  }
  const last = new Map<number, number>();
  for (const { kind, step, entry } of head.compactions) {
    if (kind === 'summary' && step < stepCount) {
      last.set(step, Math.max(entry, last.get(step) ?? 0));
    }
  }
  return Array.from(last, ([step, boundary]) => ({ step, boundary }));
}

/** For each name the cuts that cover it and are followed by the model's own word of it; CSR. */
interface NeededCuts {
  readonly first: Int32Array;
  readonly cuts: readonly number[];
}

/**
 * A cut takes a name if the last of its holders before the cut, in the order in which they leave, leaves
 * there: none of them stays.
 */
function neededCuts(
  { index, holders, skip }: RecallSession,
  { leaves }: ContextSteps,
  cuts: readonly Cut[],
  at: Int32Array,
): NeededCuts {
  const first = new Int32Array(index.names.length + 1);
  const needed: number[] = [];
  for (let name = 0; name < index.names.length; name++) {
    const end = intAt(holders.first, name + 1);
    let latest = -1;
    for (let i = intAt(holders.first, name); i + 1 < end && byteAt(skip, name) === 0; i++) {
      latest = Math.max(latest, intAt(leaves, intAt(holders.entries, i)));
      const cut = byteAt(holders.said, i + 1) === 0 ? -1 : intAt(at, latest);
      const boundary = cuts[cut]?.boundary ?? -1;
      if (intAt(holders.entries, i) < boundary && boundary <= intAt(holders.entries, i + 1)) {
        needed.push(cut);
      }
    }
    first[name + 1] = needed.length;
  }
  return { first, cuts: needed };
}

function coveredTokens(
  named: RecallSession,
  context: ContextSteps,
  cuts: readonly Cut[],
  at: Int32Array,
): Pick<RecallTotals, 'regret' | 'regretHigh'> {
  const { index, tokens } = named;
  const { lines, units } = index;
  const needed = neededCuts(named, context, cuts, at);
  const low = new Float64Array(cuts.length);
  let regretHigh = 0;
  for (let entry = 0; entry < index.entryCount; entry++) {
    const cut = intAt(at, intAt(context.leaves, entry));
    if (cut < 0 || entry >= (cuts[cut]?.boundary ?? 0)) continue;
    let own = 0;
    let found = false;
    for (let line = intAt(lines.first, entry); line < intAt(lines.first, entry + 1); line++) {
      if (!isNeeded(named, needed, line, cut)) continue;
      found = true;
      own += intAt(lines.units, line);
    }
    if (!found) continue;
    const size = intAt(tokens, entry);
    const part = Math.min(size, (size * own) / Math.max(1, intAt(units, entry)));
    low[cut] = floatAt(low, cut) + part;
    regretHigh += size;
  }
  return { regret: low.reduce((sum, part) => sum + Math.round(part), 0), regretHigh };
}

/** A line holds a name that is needed again behind a cut. */
function isNeeded(
  { index: { lines } }: RecallSession,
  { first, cuts }: NeededCuts,
  line: number,
  cut: number,
): boolean {
  for (let k = intAt(lines.nameFirst, line); k < intAt(lines.nameFirst, line + 1); k++) {
    const name = intAt(lines.names, k);
    for (let i = intAt(first, name); i < intAt(first, name + 1); i++) {
      if (cuts[i] === cut) return true;
    }
  }
  return false;
}
