import { effect } from '@/lib/analysis/compare/step-effects';
import { effectsAt, type Comparison } from '@/lib/analysis/compare/comparison';

/** What keys jump to: any event, a compaction, an overflow, a changed decision. */
export type RowKind = 'event' | 'compaction' | 'overflow' | 'changed';

const bits: Readonly<Record<Exclude<RowKind, 'changed'>, number>> = {
  event: 255,
  compaction: effect.compacted,
  overflow: effect.overflow,
};

/** Rows in which some lane has such an event, ascending. */
export function rowsWith(comparison: Comparison, kind: RowKind): readonly number[] {
  if (kind === 'changed') return comparison.changed;
  const rows: number[] = [];
  for (let row = 0; row < comparison.alignment.rows.length; row++) {
    const some = comparison.lanes.some(
      (_, lane) => (effectsAt(comparison, lane, row) & bits[kind]) !== 0,
    );
    if (some) rows.push(row);
  }
  return rows;
}

/** The nearest of ascending rows in a direction, around the end; `from` itself without any. */
export function nextRow(rows: readonly number[], from: number, direction: 1 | -1): number {
  const found =
    direction > 0
      ? (rows.find((row) => row > from) ?? rows[0])
      : (rows.findLast((row) => row < from) ?? rows.at(-1));
  return found ?? from;
}
