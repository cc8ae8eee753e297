import { formatInteger } from '@/lib/engine/base/format';

/** Most steps a sentence lists by number. */
export const LISTED = 4;

/** Steps of a list that a word in brackets follows. */
interface Marked {
  readonly steps: ReadonlySet<number>;
  readonly word: string;
}

/** "step 159", "steps 159 and 225 (manual)", "steps 1, 2, 3, 4 and 6 more (2 manual)". */
export function stepList(steps: readonly number[], marked?: Marked): string {
  const isMarked = (step: number): boolean => marked?.steps.has(step) === true;
  const numbers = steps
    .slice(0, LISTED)
    .map((step) => `${formatInteger(step)}${isMarked(step) ? ` (${marked?.word})` : ''}`);
  if (steps.length === 1) return `step ${numbers[0] ?? ''}`;
  const rest = steps.slice(LISTED);
  const last = rest.length > 0 ? restText(rest, isMarked, marked?.word) : (numbers.pop() ?? '');
  return `steps ${numbers.join(', ')} and ${last}`;
}

function restText(
  rest: readonly number[],
  isMarked: (step: number) => boolean,
  word: string | undefined,
): string {
  const count = rest.filter(isMarked).length;
  const of = count === 0 ? '' : ` (${formatInteger(count)} ${word})`;
  return `${formatInteger(rest.length)} more${of}`;
}

/** "at step 159" for a single step, "on 12 steps, first at step 159" for several. */
export const stepsFrom = (steps: number, first: number): string =>
  `${steps === 1 ? '' : `on ${formatInteger(steps)} steps, first `}at step ${formatInteger(first)}`;
