import { formatInteger } from '@/lib/engine/base/format';

/** Most steps a sentence lists by number. */
export const LISTED = 4;

/** Steps of a list that words in brackets follow. */
type Marks = ReadonlyMap<number, string>;

/** "step 159", "steps 159 and 225 (manual)", "steps 1, 2, 3, 4 and 6 more (2 manual)". */
export function stepList(steps: readonly number[], marks: Marks = new Map()): string {
  const numbers = steps
    .slice(0, LISTED)
    .map((step) => `${formatInteger(step)}${marks.has(step) ? ` (${marks.get(step)})` : ''}`);
  if (steps.length === 1) return `step ${numbers[0] ?? ''}`;
  const rest = steps.slice(LISTED);
  const last =
    rest.length > 0
      ? `${formatInteger(rest.length)} more${markCounts(rest, marks)}`
      : (numbers.pop() ?? '');
  return `steps ${numbers.join(', ')} and ${last}`;
}

/** " (2 manual)", " (2 by hand, 1 maybe by hand)"; empty where none of the steps is marked. */
export function markCounts(steps: readonly number[], marks: Marks): string {
  const counts = new Map<string, number>();
  for (const step of steps) {
    const word = marks.get(step);
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const texts = [...counts].map(([word, count]) => `${formatInteger(count)} ${word}`);
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

/** "at step 159" for a single step, "on 12 steps, first at step 159" for several. */
export const stepsFrom = (steps: number, first: number): string =>
  `${steps === 1 ? '' : `on ${formatInteger(steps)} steps, first `}at step ${formatInteger(first)}`;
