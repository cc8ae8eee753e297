import type { SettingField } from '@/lib/engine/policy/fields';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { tickText } from '../state/axis-text';

/** The cells of one axis through today's place, and their place in some results. */
export interface AxisCells {
  readonly field: SettingField;
  readonly values: readonly number[];
  /** Index of today's value. */
  readonly today: number;
  /** Index in the results of each value's cell. */
  readonly cells: readonly number[];
}

/**
 * The setting that decides a session, on the grid: "cap ≥ 2×" where it fares as today down to 2.0,
 * "cap < 7×" where it fares otherwise from 7.0 on, the nearer of both; '' where nothing changes.
 */
export function decidesWords(
  results: SweepResults,
  row: number,
  axes: readonly AxisCells[],
): string {
  for (const axis of axes) {
    const words = axisWords(results, row, axis);
    if (words !== '') return words;
  }
  return '';
}

function axisWords(results: SweepResults, row: number, axis: AxisCells): string {
  const { field, values, today, cells } = axis;
  const cellAt = (at: number): number => cells[at] ?? NaN;
  const differs = (at: number): boolean => !sameEvents(results, row, cellAt(today), cellAt(at));
  const below = firstWhere(today - 1, -1, differs);
  const above = firstWhere(today + 1, values.length, differs);
  const name = field.short.toLowerCase();
  if (below === null && above === null) return '';
  const isBelow = below !== null && (above === null || today - below <= above - today);
  const value = isBelow ? values[below + 1] : values[above ?? today];
  return `${name} ${isBelow ? '≥' : '<'} ${tickText(field, value ?? NaN)}`;
}

/** Two cells of a session have the same compactions, passes, overflow and loop. */
function sameEvents(results: SweepResults, row: number, one: number, other: number): boolean {
  const { compactions, passes, overflowSteps, loop, cells } = results;
  const [a, b] = [row * cells + one, row * cells + other];
  return [compactions, passes, overflowSteps, loop].every((column) => column[a] === column[b]);
}

/** The first index from `from` towards `end` at which a condition holds. */
function firstWhere(from: number, end: number, holds: (at: number) => boolean): number | null {
  const step = end < from ? -1 : 1;
  for (let at = from; at !== end && at >= 0; at += step) if (holds(at)) return at;
  return null;
}
