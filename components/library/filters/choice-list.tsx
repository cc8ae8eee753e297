'use client';

import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/engine/base/format';
import type { SessionChoice } from '@/lib/api/contract/session-listing';

/** Values of a column with a box each, the most frequent first; long lists are scrolled. */
export function ChoiceList(props: {
  readonly name: string;
  readonly choices: readonly SessionChoice[];
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

/** The values that there are, and below them those that were chosen before and that no session has now. */
export const withChosen = (
  choices: readonly SessionChoice[],
  chosen: readonly string[],
): readonly SessionChoice[] => [
  ...choices,
  ...chosen
    .filter((value) => !choices.some((choice) => choice.value === value))
    .toSorted()
    .map((value) => ({ value, count: 0 })),
];
