import { roundTo } from '@/lib/engine/base/round-to';
import { counted, formatExact, formatInteger } from '@/lib/engine/base/format';
import type { SettingField } from '@/lib/engine/policy/fields';
import { stepOf } from '@/lib/tuning/breakpoints/setting-grid';
import type { Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import type { Plateau } from '@/lib/tuning/breakpoints/plateaus';
import type { SessionOutcome } from '@/lib/tuning/outcome';

/** Most steps that are named one by one. */
const NAMED = 8;

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

/** Values of the grid between two, both included: "12,500 wide", or "0.5 wide". */
export function widthText(field: SettingField, { from, to }: { from: number; to: number }): string {
  return `${valueText(field, to - from + stepOf(field))} wide`;
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

/** "compacts at 139, 152 (2 passes), overflows at 143, loops". */
export function outcomeText({ fired, passes, overflow, loop }: SessionOutcome): string {
  const steps = fired.map((step, k) => {
    const calls = passes[k] ?? 1;
    return calls === 1 ? formatInteger(step) : `${formatInteger(step)} (${calls} passes)`;
  });
  const said = [
    ...(fired.length > 0 ? [`compacts at ${listText(steps)}`] : ['never compacts']),
    ...(overflow.length > 0 ? [`overflows at ${listText(overflow.map(formatInteger))}`] : []),
    ...(loop ? ['loops'] : []),
  ];
  return said.join('; ');
}

function listText(steps: readonly string[]): string {
  const named = steps.slice(0, NAMED).join(', ');
  return steps.length > NAMED ? `${named} and ${formatInteger(steps.length - NAMED)} more` : named;
}

/** How far a value may move within its part: "5,904 lower or 1 higher changes it". */
export function edgeText(
  field: SettingField,
  { from, to }: { readonly from: number; readonly to: number },
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
): string {
  const step = stepOf(field);
  const lower = from > min ? [`${valueText(field, value - from + step)} lower`] : [];
  const higher = to < max ? [`${valueText(field, to - value + step)} higher`] : [];
  const moves = [...lower, ...higher];
  return moves.length === 0 ? 'as many at every value' : `${moves.join(' or ')} changes it`;
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
