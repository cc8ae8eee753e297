import { stateOverTime, type StateSeries } from '@/lib/analysis/explain/compaction/state-keys';
import { decimate } from '@/lib/engine/base/decimate';
import { formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';

/** A key's value after a step; null where it is not set. */
interface StatePoint {
  readonly step: number;
  readonly value: number | null;
}

/** One session key over the steps, on a scale of its own from 0. */
export interface StateRow {
  readonly key: StateSeries['key'];
  /** As the session state names it, without ContextGuard's prefix and the agent: "real_tokens". */
  readonly name: string;
  readonly unit: StateSeries['unit'];
  readonly points: readonly StatePoint[];
  /** Its largest value; null where no step sets it. */
  readonly top: number | null;
}

/** What the chart of the session state draws. */
export interface StateRows {
  readonly rows: readonly StateRow[];
  readonly lastStep: number;
  /** Steps that compact. */
  readonly compactions: readonly number[];
  /** The chart in a sentence. */
  readonly text: string;
}

/** Most points of a line. */
const POINTS = 600;

/** Prepares the session keys after every step for drawing; no row for a policy that keeps none. */
export function stateRows(replay: Replay): StateRows {
  const { compacted } = replay.columns;
  const lastStep = replay.session.profile.stepCount - 1;
  const compactions: number[] = [];
  for (let step = 0; step <= lastStep; step++) if (compacted[step] === 1) compactions.push(step);
  const rows = stateOverTime(replay).map((series) => rowOf(series, lastStep));
  const largest = rows.map(({ name, unit, top }) =>
    top === null ? `${name} is never set` : `${name} up to ${formatInteger(top)} ${unit}`,
  );
  return { rows, lastStep, compactions, text: `Session state by step: ${largest.join(', ')}` };
}

function rowOf({ key, name, unit, after }: StateSeries, lastStep: number): StateRow {
  // Where a key is set or lost for the first time its line begins or ends.
  const edges: number[] = [];
  let top: number | null = null;
  after.forEach((value, step) => {
    const isSet = !Number.isNaN(value);
    if (isSet) top = Math.max(top ?? 0, value);
    if (step > 0 && isSet === Number.isNaN(after[step - 1])) edges.push(step);
  });
  const points = decimate(after, { from: 0, to: lastStep }, POINTS, edges).map((step) => {
    const value = after[step] ?? NaN;
    return { step, value: Number.isNaN(value) ? null : value };
  });
  return { key, name, unit, points, top };
}
