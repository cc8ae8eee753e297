import type { Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';
import { goldenValue, isGoldenField, type GoldenValue } from './golden-rows';

/** Fields of the rows of the reference's earlier versions, in their order. golden/history.json. */
export const historyFields = [
  'turn',
  'label',
  'contents',
  'heuristicRaw',
  'heuristicAfterInject',
  'realTokensLoaded',
  'lastHeuristicLoaded',
  'result',
  'threshold',
  'compacted',
  'failed',
  'attempts',
  'splits',
  'heuristicAfter',
  'realAfter',
  'overflow',
  'watermarkAfter',
  'summaryBytes',
  'requestContentsAfter',
] as const;
type HistoryField = (typeof historyFields)[number];

/** One pass that kept a tail: contents summarised, contents kept, heuristic of the new request. */
type TailSplit = readonly [old: number, recent: number, tokens: number];
type HistoryValue = GoldenValue | readonly TailSplit[];

/** True for a name that `historyRow` knows. */
export const isHistoryField = (name: string): name is HistoryField =>
  (historyFields as readonly string[]).includes(name);

/** True if the summariser failed at a step and the request passed unchanged. */
export function passedUnchanged({ columns, notes }: Replay, step: number): boolean {
  if (columns.compacted[step] === 1) return false;
  return notes.events.some((event) => event.step === step && event.kind === 'failure');
}

/** Passes that kept a tail at a step; none for versions that summarise everything. */
function tailSplits({ notes }: Replay, step: number): readonly TailSplit[] {
  return notes.passes
    .filter((pass) => pass.step === step && pass.keep > 0)
    .map(({ contents, split, heuristic }) => [split, contents - split, heuristic]);
}

/** One step in the fields of the reference's earlier versions. */
export function historyRow(
  profile: Profile,
  replay: Replay,
  step: number,
  fields: readonly HistoryField[] = historyFields,
): readonly HistoryValue[] {
  return fields.map((field) => {
    if (field === 'failed') return passedUnchanged(replay, step);
    if (field === 'splits') return tailSplits(replay, step);
    return isGoldenField(field) ? goldenValue(profile, replay, step, field) : null;
  });
}
