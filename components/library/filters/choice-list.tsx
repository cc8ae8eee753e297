'use client';

import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/engine/base/format';

/** A value that sessions are filtered by, and the number of sessions with it. */
export interface Choice {
  readonly value: string;
  readonly count: number;
}

/** Values of a column with a box each, the most frequent first; long lists are scrolled. */
export function ChoiceList(props: {
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const { name, choices, chosen, onChange } = props;
  const toggle = (value: string): void =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-ink2">{name}</legend>
      <ul className="max-h-44 overflow-y-auto rounded-md border border-line2 py-1">
        {choices.map(({ value, count }) => (
          <li key={value}>
            <label className="flex min-h-6 items-center gap-2 px-2 hover:bg-sel">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
              <span className="min-w-0 flex-1 truncate">
                <ForeignText text={value} />
              </span>
              <span className="text-sm text-ink3 tabular-nums">{formatInteger(count)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The values of some sessions with their numbers, the most frequent first, and the chosen ones in any case. */
export function choicesOf(values: Iterable<string>, chosen: readonly string[]): readonly Choice[] {
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([value, count]) => ({ value, count }));
}
