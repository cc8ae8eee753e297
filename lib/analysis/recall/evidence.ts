import { counted, formatFixed } from '@/lib/engine/base/format';

/** A value and its 95 % interval, sessions drawn with replacement. */
type Measured = readonly [value: number, low: number, high: number];

/** Figures of `recall.traces.ts` over recorded compactions of Claude Code, Codex and pi. */
export const evidence: {
  readonly compactions: number;
  readonly sessions: number;
  /** Exact repeats in the 60 entries after them. */
  readonly repeated: number;
  /** Share of file reads that re-read a file: in the 60 entries after a compaction less before it. */
  readonly rereads: Measured;
  /** Rank correlation of regret and files read again: after recorded compactions, and at other places. */
  readonly predicts: Measured;
  readonly elsewhere: Measured;
  /** Regret at turn ends ÷ regret inside of turns, and the sessions that have both. */
  readonly turnEnds: Measured;
  readonly turned: number;
} = {
  compactions: 15,
  sessions: 9,
  repeated: 1,
  rereads: [-0.09, -0.26, 0.01],
  predicts: [-0.19, -0.66, 0.44],
  elsewhere: [-0.19, -0.38, 0.13],
  turnEnds: [0.87, 0.69, 1.06],
  turned: 21,
};

const measuredText = ([value, low, high]: Measured): string =>
  `${formatFixed(value, 2)}, 95 % interval ${formatFixed(low, 2)} to ${formatFixed(high, 2)}`;

/** Whether regret tells beforehand what will be read again. */
const REGRET_FORECAST =
  `Regret is no forecast. Over ${counted(evidence.compactions, 'recorded compaction')} of ` +
  `${counted(evidence.sessions, 'session')} it did not tell how many files would be read again ` +
  `(rank correlation ${measuredText(evidence.predicts)}).`;

/** What recordings say of regret: that it does not tell beforehand what will be done again. */
export const RECALL_EVIDENCE =
  `${REGRET_FORECAST} Files were read again no more often after a compaction than before it ` +
  `(difference of the shares ${measuredText(evidence.rereads)}). ` +
  `Exact repeats are rare: ${counted(evidence.repeated, 'call')} in the 60 entries after them. ` +
  `Turn ends were not surely cheaper: regret there ÷ inside of turns ${measuredText(evidence.turnEnds)}, ` +
  `${counted(evidence.turned, 'session')}.`;
