import {
  placeOf,
  type Contradictions,
  type MeantStep,
} from '@/lib/analysis/explain/testing/contradictions';
import type { Points } from '@/lib/engine/base/decimate';
import type { Replay } from '@/lib/engine/replay/replay';
import { chartRows } from '@/lib/answers/report/chart/chart-rows';
import { cursorOf } from '../chart/chart-cursor';

/** Reads back what the chart draws and names of each step, with nothing left out. */
export function readChart(replay: Replay, meant: readonly MeantStep[], into: Contradictions): void {
  const range = { from: 0, to: meant.length - 1 };
  const most = 4 * meant.length + 10;
  const rows = chartRows(replay, { range, points: most, columns: most });
  const known = valuesOf(rows.real);
  const projected = valuesOf(rows.projected);
  const heuristic = valuesOf(rows.heuristic);
  const decision = valuesOf(rows.decision);
  const marked = (kind: string): ReadonlySet<number> =>
    new Set(rows.events.filter((one) => one.kind === kind).map(({ step }) => step));
  const marks = { recorded: marked('recorded'), replayed: marked('replayed') };
  const refused = marked('recorded-overflow');
  meant.forEach((one, step) => {
    const where = `chart, ${placeOf(step)}`;
    const real = one.sentGuessed ? projected : known;
    if (!Number.isNaN(one.sent)) into.same(where, real.get(step)?.has(one.sent), true);
    into.same(`${where}, heuristic`, heuristic.get(step)?.has(one.heuristic), true);
    const drawn = one.unit === 'tokens' && !Number.isNaN(one.value) && one.value >= 0;
    if (drawn && decision.size > 0) {
      into.same(`${where}, decision`, decision.get(step)?.has(one.value), true);
    }
    const compacted = one.outcome.policy === 'compacted';
    if (one.past) {
      into.same(`${where}, recorded mark`, marks.recorded.has(step), compacted);
      into.same(`${where}, replayed mark`, marks.replayed.has(step), false);
      if (one.outcome.provider === 'refused') into.same(`${where}, ▲`, refused.has(step), true);
    } else into.same(`${where}, replayed mark`, marks.replayed.has(step), compacted);
    readCursor(replay, step, one, into);
  });
}

/** The values that a line has at each step. */
function valuesOf({ steps, values }: Points): ReadonlyMap<number, ReadonlySet<number>> {
  const all = new Map<number, Set<number>>();
  steps.forEach((step, i) => {
    const here = all.get(step) ?? new Set<number>();
    all.set(step, here.add(values[i] ?? NaN));
  });
  return all;
}

/** Reads back the values marked at the selected step. */
function readCursor(replay: Replay, step: number, meant: MeantStep, into: Contradictions): void {
  const where = `cursor, ${placeOf(step)}`;
  const cursor = cursorOf(replay, step);
  const { provider } = meant.outcome;
  const words = cursor.outcome.split(' · ');
  into.same(`${where}, refused`, words.includes('refused'), provider === 'refused');
  into.same(`${where}, no usage`, words.includes('no usage'), provider === 'no usage');
  into.same(`${where}, real`, cursor.real, meant.asked);
  into.same(`${where}, ~`, cursor.guess === '~', meant.askedGuessed);
  into.same(`${where}, heuristic`, cursor.heuristic, meant.heuristic);
  if (meant.unit !== 'tokens' || Number.isNaN(meant.value)) return;
  into.same(`${where}, decision`, cursor.decision, meant.value);
  into.same(`${where}, threshold`, cursor.threshold, meant.threshold);
}
