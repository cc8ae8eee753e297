import { oncePer } from '@/lib/engine/base/once/once-per';
import { mark } from '@/lib/engine/replay/prepare';
import { type Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';

export type GoldenValue = string | number | boolean | null;

type Reader = (profile: Profile, replay: Replay, step: number) => GoldenValue;

/** A missing operand (NaN or −1) as null. */
const operand = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

const readers = {
  turn: (profile, _, i) => turns(profile)[i] ?? 0,
  label: (profile, _, i) => profile.head.labels[profile.steps.label[i] ?? -1] ?? '',
  contents: (profile, _, i) => profile.steps.entries[i] ?? 0,
  heuristicRaw: (_, { columns }, i) => columns.heuristicRaw[i] ?? 0,
  heuristicAfterInject: (_, { columns }, i) => columns.heuristic[i] ?? 0,
  realTokensLoaded: (_, { columns }, i) => columns.lastReal[i] ?? 0,
  lastHeuristicLoaded: (_, { columns }, i) => columns.lastHeuristic[i] ?? 0,
  correction: (_, { columns }, i) => operand(columns.correction[i]),
  calibrated: (_, { columns }, i) => operand(columns.calibrated[i]),
  result: (_, { columns }, i) => operand(columns.decision[i]),
  window: (_, { columns }, i) => columns.window[i] ?? 0,
  buffer: (_, { columns }, i) => columns.buffer[i] ?? 0,
  threshold: (_, { columns }, i) => columns.threshold[i] ?? 0,
  compacted: (_, { columns }, i) => columns.compacted[i] === 1,
  attempts: (_, { columns }, i) => columns.attempts[i] ?? 0,
  summarizerContents: (_, { columns }, i) => columns.summarizerContents[i] ?? 0,
  heuristicAfter: (_, { columns }, i) => columns.heuristicSent[i] ?? 0,
  realAfter: (_, { columns }, i) => operand(columns.real[i]),
  overflow: (_, { marks }, i) => ((marks[i] ?? 0) & mark.overflow) !== 0,
  watermarkBefore: (_, { columns }, i) => columns.watermarkBefore[i] ?? 0,
  watermarkAfter: (_, { columns }, i) => columns.watermarkAfter[i] ?? 0,
  summaryBytes: (_, { columns }, i) => columns.summaryBytes[i] ?? 0,
  requestContentsAfter: (_, { columns }, i) => columns.contentsSent[i] ?? 0,
  countedByTest: (_, { columns }, i) =>
    (columns.summaryBytes[i] ?? 0) > 0 &&
    (columns.heuristicSent[i] ?? 0) < (columns.heuristicRaw[i] ?? 0),
  realTokensAfter: (_, { columns }, i) => columns.realAfter[i] ?? 0,
  lastHeuristicAfter: (_, { columns }, i) => columns.lastHeuristicAfter[i] ?? 0,
} satisfies Readonly<Record<string, Reader>>;

type GoldenField = keyof typeof readers;

/** Fields of the golden vectors' step rows, in their order. golden/README.md "Step fields". */
export const goldenFields = Object.keys(readers).filter(isGoldenField);

/** True for a name that `goldenRow` knows. */
export function isGoldenField(name: string): name is GoldenField {
  return name in readers;
}

/** One field of a step. */
export const goldenValue = (
  profile: Profile,
  replay: Replay,
  step: number,
  field: GoldenField,
): GoldenValue => readers[field](profile, replay, step);

/** One step in the golden vectors' fields. */
export function goldenRow(
  profile: Profile,
  replay: Replay,
  step: number,
  fields: readonly GoldenField[] = goldenFields,
): readonly GoldenValue[] {
  return fields.map((field) => readers[field](profile, replay, step));
}

/** The turn of each step, counted from 0: the number of changes of a turn's first entry before it. */
const turns = oncePer(({ stepCount, steps: { turnStart } }: Profile) => {
  const turn = new Int32Array(stepCount);
  for (let i = 1; i < stepCount; i++) {
    turn[i] = (turn[i - 1] ?? 0) + (turnStart[i] === turnStart[i - 1] ? 0 : 1);
  }
  return turn;
});
