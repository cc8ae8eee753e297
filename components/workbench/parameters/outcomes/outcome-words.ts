import { roundTo } from '@/lib/engine/base/round-to';
import { counted, formatExact } from '@/lib/engine/base/format';
import type { SettingField } from '@/lib/engine/policy/fields';
import { stepOf } from '@/lib/tuning/breakpoints/setting-grid';
import type { Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { indexAt, plateaus, type Plateau } from '@/lib/tuning/breakpoints/plateaus';

/** A value of a setting's grid: "187,500", "7.5". */
export function valueText(field: SettingField, value: number): string {
  const decimals = String(stepOf(field)).split('.')[1]?.length ?? 0;
  return formatExact(roundTo(value, decimals));
}

/** "187,500 – 199,999"; a single value alone. */
export function rangeText(field: SettingField, { from, to }: { from: number; to: number }): string {
  const first = valueText(field, from);
  return from === to ? first : `${first} – ${valueText(field, to)}`;
}

/** "2 compactions, 1 overflow, a loop". */
export function plateauText({
  compactions,
  overflows,
  loop,
}: Omit<Plateau, 'from' | 'to' | 'pieces'>): string {
  const happens = [
    compactions === 0 ? 'no compaction' : counted(compactions, 'compaction'),
    overflows === 0 ? 'no overflow' : counted(overflows, 'overflow'),
    ...(loop ? ['a loop'] : []),
  ];
  return happens.join(', ');
}

/** The outcome around a value, and the values at which another begins. */
interface Edges {
  readonly plateau: Plateau;
  /** Ascending, of the whole strip. */
  readonly all: readonly number[];
  /** Those of the plateau itself, the nearest first. */
  readonly near: readonly number[];
}

/** The edges along a strip; null where the value is beside it, or nothing is found yet. */
export function edgesOf(found: Breakpoints | null, value: number): Edges | null {
  if (found === null) return null;
  const flat = plateaus(found.pieces);
  const at = indexAt(flat, value);
  const plateau = flat[at];
  if (plateau === undefined) return null;
  const next = flat[at + 1];
  const near = [...(at > 0 ? [plateau.from] : []), ...(next === undefined ? [] : [next.from])];
  return {
    plateau,
    all: flat.slice(1).map(({ from }) => from),
    near: near.sort((a, b) => Math.abs(a - value) - Math.abs(b - value)),
  };
}

/** How the pieces were found, and whether they are exact. */
export function methodText(
  field: SettingField,
  { exact, method, pieces }: Breakpoints,
  min: number,
): string {
  const from = pieces[0]?.from ?? min;
  const outcomes = `${counted(pieces.length, 'outcome')}${from > min ? ` from ${valueText(field, from)} on` : ''}`;
  if (!exact) return `${outcomes}, from a ${method} values: not exact`;
  const to = field.unit === 'tokens' ? 'the token' : valueText(field, stepOf(field));
  return `${outcomes}, exact to ${to}`;
}
