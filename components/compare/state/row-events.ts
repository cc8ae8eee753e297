import { effect } from '@/lib/analysis/compare/step-effects';
import { effectsAt, type Comparison } from '@/lib/analysis/compare/comparison';
import { firstAtLeast } from '@/lib/engine/base/search';

/** What keys jump to: any event, a compaction, an overflow, a changed decision. */
export type RowKind = 'event' | 'compaction' | 'overflow' | 'changed';

const bits: Readonly<Record<Exclude<RowKind, 'changed'>, number>> = {
  event: 255,
  compaction: effect.compacted,
  overflow: effect.overflow,
};

/** Looked up once for each comparison: a held key asks many times. */
const known = new WeakMap<Comparison, Map<RowKind, readonly number[]>>();

/** Rows in which some lane has such an event, ascending. */
export function rowsWith(comparison: Comparison, kind: RowKind): readonly number[] {
  if (kind === 'changed') return comparison.changed;
  const kinds = known.get(comparison) ?? new Map<RowKind, readonly number[]>();
  known.set(comparison, kinds);
  const rows = kinds.get(kind) ?? eventRows(comparison, kind);
  kinds.set(kind, rows);
  return rows;
}

function eventRows(comparison: Comparison, kind: keyof typeof bits): readonly number[] {
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
      ? (rows[firstAtLeast(rows, from + 1)] ?? rows[0])
      : (rows[firstAtLeast(rows, from) - 1] ?? rows.at(-1));
  return found ?? from;
}
