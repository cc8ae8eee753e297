import { formatInteger } from '@/lib/engine/base/format';
import type { RunPair } from './first-difference';
import type { RunCheck } from './run-check';

/** A number of a pair; "–" for none. */
export const pairNumber = (value: number | null): string =>
  value === null ? '–' : Number.isInteger(value) ? formatInteger(value) : String(value);

/** "threshold 180,000 → 160,000". */
const pairText = ({ name, then, now }: RunPair): string =>
  `${name} ${pairNumber(then)} → ${pairNumber(now)}`;

/** A check in few words, for a row. */
export function checkWords({ outcome, first }: Pick<RunCheck, 'outcome' | 'first'>): string {
  if (outcome === 'refused') return 'cannot be replayed';
  if (outcome === 'same') return 'same result';
  return first === null ? 'another result' : `differs from step ${formatInteger(first.step)} on`;
}

/** A check in a sentence. */
export function checkHeadline({ outcome, refusal, first }: RunCheck): string {
  if (outcome === 'refused') return `Cannot be replayed now. ${refusal ?? ''}`.trim();
  if (outcome === 'same') return 'Same result: every number is what it was.';
  return first === null
    ? 'Another result.'
    : `Another result, from step ${formatInteger(first.step)} on.`;
}

/** What a check found, line by line: its headline, what changed, the first difference, the totals. */
export function checkLines(check: RunCheck): readonly string[] {
  const { outcome, changes, first, totals, findings, producer } = check;
  const moved = outcome === 'differs' ? totals.filter(({ then, now }) => then !== now) : [];
  return [
    checkHeadline(check),
    `Frozen by ${producer.then}, replayed by ${producer.now}.`,
    ...changes.map(({ text }) => text),
    ...(first === null
      ? []
      : [`Step ${formatInteger(first.step)}: ${first.values.map(pairText).join(', ')}.`]),
    ...(moved.length === 0 ? [] : [`Totals: ${moved.map(pairText).join(', ')}.`]),
    ...findings.gone.map(({ title }) => `No longer found: ${title}.`),
    ...findings.fresh.map(({ title }) => `Newly found: ${title}.`),
  ];
}
