import type { Replay } from '@/lib/engine/replay/replay';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import { goldenValue, isGoldenField, type GoldenValue } from './golden-rows';

/** Fields of the sliding window's rows, in their order. golden/sliding-window.json. */
export const slidingFields = [
  'turn',
  'label',
  'contents',
  'heuristicRaw',
  'watermarkBefore',
  'turnsSinceCompaction',
  'compacted',
  'failed',
  'attempts',
  'passes',
  'watermarkAfter',
  'summaryBytes',
  'requestContentsAfter',
  'requestShape',
  'continuationMessages',
  'heuristicAfter',
  'realAfter',
  'threshold',
  'heuristicAboveThreshold',
  'overflow',
  'coveredBySummary',
  'invisibleContents',
  'invisibleRange',
  'invisibleTokens',
  'currentUserMessageVisible',
] as const;
type SlidingField = (typeof slidingFields)[number];

/** One pass: the most entries of the tail, and the result. */
interface SlidingPass {
  readonly recentKeep: number;
  readonly requestContents: number;
  readonly splitIdx: number;
  readonly recentMessages: number;
  readonly newTokenEstimate: number;
}
type SlidingValue = GoldenValue | readonly SlidingPass[] | readonly number[];

type OwnField = Exclude<SlidingField, Parameters<typeof goldenValue>[3]>;
type Reader = (profile: Profile, replay: Replay, step: number) => SlidingValue;

/** Entries neither in the summary nor in the request: [from, to). */
function invisible({ columns }: Replay, step: number): readonly [from: number, to: number] {
  const from = columns.summarised[step] ?? 0;
  return [from, Math.max(from, columns.covered[step] ?? 0)];
}

/** Number of texts in the request besides its summary and entries. */
function continuations({ columns }: Replay, profile: Profile, step: number): number {
  const entries = (profile.steps.entries[step] ?? 0) - (columns.covered[step] ?? 0);
  return (columns.contentsSent[step] ?? 0) - entries - (columns.injected[step] ?? 0);
}

function letter(flags: number): string {
  if ((flags & entryFlag.response) !== 0) return 'r';
  if ((flags & entryFlag.call) !== 0) return 'c';
  return (flags & entryFlag.user) !== 0 ? 'u' : 'm';
}

/** One letter per content: S summary, C continuation, u m texts, c call, r response. */
function requestShape(profile: Profile, replay: Replay, step: number): string {
  const { covered, injected } = replay.columns;
  const flags = profile.entries.flags.subarray(covered[step], profile.steps.entries[step]);
  const summary = injected[step] === 1 ? 'S' : '';
  const entries = Array.from(flags, letter).join('');
  return summary + entries + 'C'.repeat(continuations(replay, profile, step));
}

const readers: Readonly<Record<OwnField, Reader>> = {
  turnsSinceCompaction: ({ steps }, { columns }, i) =>
    (steps.entries[i] ?? 0) - (columns.watermarkBefore[i] ?? 0),
  failed: (_, { notes }, i) => notes.events.some((one) => one.step === i && one.kind === 'failure'),
  passes: (_, { notes }, i) =>
    notes.passes
      .filter(({ step }) => step === i)
      .map(({ keep, contents, split, heuristic }) => ({
        recentKeep: keep,
        requestContents: contents,
        splitIdx: split,
        recentMessages: contents - split,
        newTokenEstimate: heuristic,
      })),
  requestShape,
  continuationMessages: (profile, replay, i) => continuations(replay, profile, i),
  heuristicAboveThreshold: (_, { columns }, i) =>
    (columns.heuristicSent[i] ?? 0) >= (columns.threshold[i] ?? 0),
  coveredBySummary: (_, { columns }, i) => columns.summarised[i] ?? 0,
  invisibleContents: (_, replay, i) => {
    const [from, to] = invisible(replay, i);
    return to - from;
  },
  invisibleRange: (_, replay, i) => {
    const [from, to] = invisible(replay, i);
    return to > from ? [from, to] : [];
  },
  invisibleTokens: (_, replay, i) => {
    const [from, to] = invisible(replay, i);
    const { sum } = replay.form.estimator;
    return (sum[to] ?? 0) - (sum[from] ?? 0);
  },
  currentUserMessageVisible: ({ steps }, replay, i) => {
    const [from, to] = invisible(replay, i);
    const user = steps.turnStart[i] ?? 0;
    return user < from || user >= to;
  },
};

/** True for a name that `slidingRow` knows. */
export const isSlidingField = (name: string): name is SlidingField =>
  (slidingFields as readonly string[]).includes(name);

/** One step in the fields of the sliding window's vectors. */
export function slidingRow(
  profile: Profile,
  replay: Replay,
  step: number,
  fields: readonly SlidingField[] = slidingFields,
): readonly SlidingValue[] {
  return fields.map((field) =>
    isGoldenField(field)
      ? goldenValue(profile, replay, step, field)
      : readers[field](profile, replay, step),
  );
}
