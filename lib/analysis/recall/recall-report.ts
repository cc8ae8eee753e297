import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import {
  coveredAt,
  namedRows,
  neededNames,
  neededTokens,
  type CoveredEntries,
  type CoveredName,
  type NeededTokens,
} from './covered-names';
import { lastNeeded } from './live-tokens';
import {
  momentRank,
  momentsBefore,
  momentsOf,
  momentsWithin,
  type MomentChoice,
  type MomentRank,
  type Moments,
} from './moments';
import { pinnedRows, type PinnedRow } from './pinned-fates';
import {
  asItRan,
  recallColumns,
  recallInput,
  type RecallColumns,
  type RecallInput,
} from './recall-input';
import { namedSession, type RecallOptions } from './recall-session';
import { reworkCalls, type ReworkCall } from './rework';

/** What a compaction covers that is needed again. */
export interface CompactionRecall extends NeededTokens {
  readonly step: number;
  /** Needed names in the order in which they are needed; all of them. */
  readonly names: readonly CoveredName[];
  /** Entries that follow: what nobody recorded any more cannot be seen. */
  readonly seen: number;
  /** Its regret among the moments at which it might have come, and those that cover least. */
  readonly rank: MomentRank;
  readonly within: MomentChoice;
}

/** A compaction of the recording: what its summary kept, and what had to be done again. */
export interface RecordedRecall extends CompactionRecall {
  /** Number among the session's recorded compactions. */
  readonly at: number;
  /** Needed names that its summary holds; null where its text is not known. */
  readonly kept: number | null;
  /** Needed names that it lacks, and those of them that the agent asks for again in a call. */
  readonly lost: number | null;
  readonly askedAgain: number | null;
  readonly pinned: readonly PinnedRow[];
  readonly rework: readonly ReworkCall[];
}

/** What the compactions of a replay take that the recording uses again; whole tokens. */
export interface RecallTotals {
  /** Covered tokens that a later step names again: of the lines, and of whole entries. */
  readonly regret: number;
  readonly regretHigh: number;
  /** Calls that the recording repeats behind a compaction that took their result, and their tokens. */
  readonly repeated: number;
  readonly rework: number;
}

/** What of a session's context is used again, in numbers and names that JSON can hold. */
export interface RecallReport {
  /** The largest request of the replay that enough steps follow to see what is named again. */
  readonly largest: {
    readonly step: number;
    readonly tokens: number;
    /** Steps that follow it in the recording. */
    readonly after: number;
    readonly low: number;
    readonly high: number;
    readonly chanceLow: number;
    readonly chanceHigh: number;
  } | null;
  /** Whether names of another session were taken off. */
  readonly chance: 'subtracted' | 'unknown';
  readonly moments: Moments;
  /** Moments of the whole replay that cover least. */
  readonly within: MomentChoice;
  /** What the compactions of the replay come to. */
  readonly totals: RecallTotals;
  readonly recorded: readonly RecordedRecall[];
  /** Recorded compactions behind the last step: nothing follows that could need what they covered. */
  readonly trailing: number;
  /** Compactions of the replay that the recording did not make alike. */
  readonly replayed: readonly CompactionRecall[];
  /** Names that were followed, and those of them that were taken off: another session holds them too. */
  readonly names: number;
  readonly shared: number;
  /** Entries of which some names are missing because a table was full. */
  readonly leftOut: number;
}

/** A report, its columns, and for each entry the last step that needs it (−1: none). */
export interface Recall {
  readonly report: RecallReport;
  readonly steps: RecallColumns;
  readonly lastNeeded: Int32Array;
}

/** Says what of a replay's context is used again, and what its compactions and the recorded ones cover. */
export function recallReport(
  run: Replay,
  index: ReferenceIndex,
  options: RecallOptions = {},
): Recall {
  const named = namedSession(run.session, index, options);
  const input = recallInput(run, named);
  const steps = recallColumns(input);
  const own = asItRan(run);
  const ran = own === run ? input : recallInput(own, named);
  const recordedSteps = own === run ? steps : recallColumns(ran);
  const recorded = recordedRecalls(ran, recordedSteps);
  const replayed = replayedRecalls(input, steps);
  const report: RecallReport = {
    largest: largestOf(run, steps),
    chance: options.other ? 'subtracted' : 'unknown',
    moments: momentsOf(run, steps.regret),
    within: momentsWithin(run, steps),
    totals: totalsOf(input, replayed, recorded),
    recorded,
    trailing: run.session.profile.head.compactions.filter(
      ({ kind, step }) => kind === 'summary' && step >= run.session.profile.stepCount,
    ).length,
    replayed,
    names: index.names.length,
    shared: named.skip.reduce((sum, bit) => sum + bit, 0),
    leftOut: index.leftOut.entries,
  };
  return { report, steps, lastNeeded: lastNeeded(input) };
}

/** Steps that must follow a request before what is named again can be seen. */
const LEAST_SEEN = 20;

function largestOf({ columns }: Replay, steps: RecallColumns): RecallReport['largest'] {
  const { real } = columns;
  const largest = (end: number): number => {
    let best = -1;
    for (let i = 0; i < end; i++) {
      if (floatAt(real, i) > (best < 0 ? 0 : floatAt(real, best))) best = i;
    }
    return best;
  };
  const seen = largest(real.length - LEAST_SEEN);
  const step = seen < 0 ? largest(real.length) : seen;
  if (step < 0) return null;
  return {
    step,
    tokens: floatAt(real, step),
    after: real.length - 1 - step,
    low: floatAt(steps.liveLow, step),
    high: floatAt(steps.liveHigh, step),
    chanceLow: floatAt(steps.chanceLow, step),
    chanceHigh: floatAt(steps.chanceHigh, step),
  };
}

function recordedRecalls(ran: RecallInput, steps: RecallColumns): readonly RecordedRecall[] {
  const { head, stepCount } = ran.replay.session.profile;
  const rework = new Map<number, ReworkCall[]>();
  for (const call of reworkCalls(ran.repeats, ran.context, stepCount)) {
    const { compaction } = call;
    const together = rework.get(compaction);
    if (together === undefined) rework.set(compaction, [call]);
    else together.push(call);
  }
  let since = 0;
  return head.compactions.flatMap(
    ({ kind, step, entry, kept: tail }, at): readonly RecordedRecall[] => {
      if (kind !== 'summary' || step >= stepCount) return [];
      const covered = coveredAt(ran, step, entry);
      const held = ran.index.summaries[at] ?? null;
      const plain = compactionRecall(ran, covered, { held, regret: steps, since });
      since = step;
      const kept = plain.names.filter((one) => one.kept === true).length;
      const asked = plain.names.filter((one) => one.kept === false && one.asked).length;
      return [
        {
          ...plain,
          // Other moments are taken to cover all: one that kept entries cannot be ranked among them.
          ...(tail.length > 0 ? unranked : {}),
          at,
          kept: held === null ? null : kept,
          lost: held === null ? null : plain.names.length - kept,
          askedAgain: held === null ? null : asked,
          pinned: pinnedRows(ran, covered, at),
          rework: rework.get(step) ?? [],
        },
      ];
    },
  );
}

const unranked: Pick<CompactionRecall, 'rank' | 'within'> = {
  rank: { steps: 0, cheaper: 0 },
  within: { of: 'compacted', steps: 0, turnEnds: 0, best: [] },
};

function replayedRecalls(input: RecallInput, steps: RecallColumns): readonly CompactionRecall[] {
  const { replay } = input;
  if (replay.policy.traits.recording) return [];
  const { compacted, reproduced } = replay.columns;
  const out: CompactionRecall[] = [];
  let since = 0;
  compacted.forEach((fired, step) => {
    if (fired !== 1) return;
    const boundary = intAt(replay.session.profile.steps.entries, step);
    const from = { held: null, regret: steps, since };
    since = step;
    if (reproduced[step] === 1) return;
    out.push(compactionRecall(input, coveredAt(input, step, boundary), from));
  });
  return out;
}

/** The sums of the replay's compactions: its own, and the recorded ones that it reproduces. */
function totalsOf(
  input: RecallInput,
  replayed: readonly CompactionRecall[],
  recorded: readonly RecordedRecall[],
): RecallTotals {
  const { policy, columns, session } = input.replay;
  const { stepCount } = session.profile;
  const isReproduced = ({ step }: RecordedRecall): boolean =>
    policy.traits.recording === true || columns.reproduced[step] === 1;
  const cuts = [...replayed, ...recorded.filter(isReproduced)];
  const at = new Set(cuts.map(({ step }) => step));
  const again = reworkCalls(input.repeats, input.context, stepCount).filter(({ compaction }) =>
    at.has(compaction),
  );
  return {
    regret: cuts.reduce((sum, { low }) => sum + low, 0),
    regretHigh: cuts.reduce((sum, { high }) => sum + high, 0),
    repeated: again.length,
    rework: again.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

interface RecallOf {
  readonly held: Int32Array | null;
  readonly regret: RecallColumns;
  /** The step of the compaction before. */
  readonly since: number;
}

function compactionRecall(
  input: RecallInput,
  covered: CoveredEntries,
  { held, regret, since }: RecallOf,
): CompactionRecall {
  const { step, boundary } = covered;
  const needed = neededNames(input, covered);
  const tokens = neededTokens(input, covered, needed);
  const at = { step, low: tokens.low, since };
  return {
    step,
    ...tokens,
    names: namedRows(input, covered, needed, held),
    seen: input.index.entryCount - boundary,
    rank: momentRank(input.replay, regret, at),
    within: momentsBefore(input.replay, regret, at),
  };
}
