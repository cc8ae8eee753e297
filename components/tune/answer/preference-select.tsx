'use client';

import { preferences, type Preference } from '@/lib/tuning/recommend/preference-words';

const names: Readonly<Record<Preference, string>> = {
  compactions: 'the fewest compactions',
  cost: 'the least cost, then room',
};

/** Chooses what decides between settings that hold. */
export function PreferenceSelect(props: {
  readonly value: Preference;
  readonly onChange: (value: Preference) => void;
}) {
  return (
    <label className="flex items-center gap-1 text-sm text-ink2">
      Of what holds, prefer
      <select
        value={props.value}
        className="h-6 rounded border border-transparent bg-transparent text-ink hover:border-line"
        onChange={(event) => {
          const value = preferences.find((one) => one === event.currentTarget.value);
          if (value !== undefined) props.onChange(value);
        }}
      >
        {preferences.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
