import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';
import { alignLanes, effectsOf, rowOf, stepsOfRow, type Alignment, type CompareAxis } from './axis';
import type { Lane } from './lane';
import { stepEffects } from './step-effects';

/** Where a lane leaves the baseline. */
export interface Divergence {
  readonly row: number;
  /** The step of the baseline and of the lane; −1 where it has none in the row. */
  readonly baseline: number;
  readonly lane: number;
  /**
   * decision: their decisions had other effects · request: their requests differ although they decided
   * alike · log: the recordings themselves part here.
   */
  readonly kind: 'decision' | 'request' | 'log';
}

/** Lanes side by side. */
export interface Comparison {
  readonly lanes: readonly Lane[];
  /** Index of the lane that the others are compared with. */
  readonly baseline: number;
  readonly alignment: Alignment;
  /** Of each lane the effects of its steps. */
  readonly effects: readonly Uint8Array[];
  /** Of each lane where it leaves the baseline; null where it never does, and for the baseline. */
  readonly divergences: readonly (Divergence | null)[];
  /** Rows in which some lane's decision has other effects than the baseline's, ascending. */
  readonly changed: readonly number[];
}

/** Compares lanes with one of them. Lanes of one session stand step by step, whatever axis is asked for. */
export function compareLanes(
  lanes: readonly Lane[],
  { baseline = 0, axis = 'step' }: { readonly baseline?: number; readonly axis?: CompareAxis } = {},
): Comparison {
  const one = lanes.every(({ session }) => session === lanes[0]?.session);
  const alignment = alignLanes(
    lanes.map(({ replay }) => replay.session.profile),
    baseline,
    one ? 'step' : axis,
  );
  const effects = lanes.map(({ replay }) => stepEffects(replay));
  const sides = { lanes, baseline, alignment, effects };
  return {
    ...sides,
    divergences: lanes.map((_, lane) => divergenceOf(sides, lane)),
    changed: changedRows(sides),
  };
}

type Sides = Omit<Comparison, 'divergences' | 'changed'>;

function changedRows(sides: Sides): readonly number[] {
  const changed: number[] = [];
  for (let row = 0; row < sides.alignment.rows.length; row++) {
    if (sides.lanes.some((_, lane) => differsAt(sides, lane, row))) changed.push(row);
  }
  return changed;
}

/** Effects of a lane's steps in a row, combined. */
export const effectsAt = ({ alignment, effects }: Sides, lane: number, row: number): number =>
  effectsOf(effects[lane] ?? new Uint8Array(0), stepsOfRow(alignment, lane, row));

/** A lane's decision in a row has other effects than the baseline's. */
export const differsAt = (sides: Sides, lane: number, row: number): boolean =>
  lane !== sides.baseline && effectsAt(sides, lane, row) !== effectsAt(sides, sides.baseline, row);

function divergenceOf(sides: Sides, lane: number): Divergence | null {
  const { baseline, lanes } = sides;
  const [ours, theirs] = [lanes[lane], lanes[baseline]];
  if (lane === baseline || ours === undefined || theirs === undefined) return null;
  if (ours.session !== theirs.session) return betweenSessions(sides, lane);
  const found = (row: number, kind: Divergence['kind']): Divergence => ({
    ...{ row, kind, baseline: row, lane: row },
  });
  // Behind them are rows of other sessions that go on.
  for (let step = 0; step < theirs.replay.session.profile.stepCount; step++) {
    if (differsAt(sides, lane, step)) return found(step, 'decision');
    if (requestDiffers(ours.replay, theirs.replay, step)) return found(step, 'request');
  }
  return null;
}

/** The request that a step sends, or was about to send, differs. */
function requestDiffers(a: Replay, b: Replay, step: number): boolean {
  return (
    !sameReal(floatAt(a.columns.real, step), floatAt(b.columns.real, step)) ||
    intAt(a.columns.covered, step) !== intAt(b.columns.covered, step) ||
    intAt(a.columns.summaryBytes, step) !== intAt(b.columns.summaryBytes, step)
  );
}

/** Equal, or not known of one: a recorded step without usage differs from none. */
const sameReal = (a: number, b: number): boolean => a === b || Number.isNaN(a) || Number.isNaN(b);

/** Two recordings part at the first entry of another size, or earlier where a decision differs. */
function betweenSessions(sides: Sides, lane: number): Divergence | null {
  const { alignment, baseline, lanes } = sides;
  const [ours, theirs] = [lanes[lane], lanes[baseline]].map((one) => one?.replay.session.profile);
  if (ours === undefined || theirs === undefined) return null;
  const [own, other] = partingSteps(ours, theirs);
  const parted = other < 0 && own < 0 ? Infinity : rowOfParting(alignment, sides, lane, own, other);
  for (let row = 0; row < alignment.rows.length; row++) {
    if (row < parted && !differsAt(sides, lane, row)) continue;
    return {
      row,
      baseline: firstOf(sides, baseline, row),
      lane: firstOf(sides, lane, row),
      kind: row < parted ? 'decision' : 'log',
    };
  }
  return null;
}

const rowOfParting = (
  alignment: Alignment,
  { baseline }: Sides,
  lane: number,
  own: number,
  other: number,
): number =>
  Math.min(
    other < 0 ? Infinity : rowOf(alignment, baseline, other),
    own < 0 ? Infinity : rowOf(alignment, lane, own),
  );

function firstOf({ alignment }: Sides, lane: number, row: number): number {
  const { from, to } = stepsOfRow(alignment, lane, row);
  return from < to ? from : -1;
}

/** Leading entries of two logs that have the same sizes. */
export function commonEntries(a: Profile, b: Profile): number {
  const most = Math.min(a.entryCount, b.entryCount);
  for (let entry = 0; entry < most; entry++) {
    const same = (Object.keys(a.entries.kinds) as (keyof typeof a.entries.kinds)[]).every(
      (kind) => a.entries.kinds[kind][entry] === b.entries.kinds[kind][entry],
    );
    if (!same) return entry;
  }
  return most;
}

/** The first step of each log whose request holds an entry that the other lacks; −1 for none. */
function partingSteps(a: Profile, b: Profile): readonly [number, number] {
  const common = commonEntries(a, b);
  const first = ({ steps }: Profile): number => steps.entries.findIndex((count) => count > common);
  return [first(a), first(b)];
}
