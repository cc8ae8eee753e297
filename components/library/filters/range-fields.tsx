'use client';

import { useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { parseNumber } from '@/components/ui/numbers/number-field';
import { formatInteger } from '@/lib/engine/base/format';
import type { Range, SessionFilter } from '@/lib/api/contract/session-filter';

/** The largest bound of a filter. */
const MOST = 2_147_483_647;

/** Two optional whole numbers: from and to. */
export function RangeFields(props: {
  readonly name: string;
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}) {
  const { name, range, onChange } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-ink2">{name}</legend>
      <div className="flex items-center gap-1.5">
        <Bound
          label={`${name} from`}
          placeholder="from"
          value={range.from}
          onChange={(from) => onChange({ ...range, from })}
        />
        <span className="text-ink3">–</span>
        <Bound
          label={`${name} to`}
          placeholder="to"
          value={range.to}
          onChange={(to) => onChange({ ...range, to })}
        />
      </div>
    </fieldset>
  );
}

const field = 'h-7 w-full min-w-0 rounded-md border border-line bg-panel px-2';

/** A whole number or none; "200k" is read too. What cannot be read changes nothing. */
function Bound(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}) {
  const { label, placeholder, value, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | null => (text.trim() === '' ? null : parseNumber(text));
  const parsed = read(typed ?? '');
  const invalid = parsed !== null && !(Number.isInteger(parsed) && parsed >= 0 && parsed <= MOST);
  return (
    <input
      aria-label={label}
      aria-invalid={invalid}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? (value === null ? '' : formatInteger(value))}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const next = read(currentTarget.value);
        const usable = next === null || (Number.isInteger(next) && next >= 0 && next <= MOST);
        if (usable) onChange(next);
      }}
      onBlur={() => setTyped(null)}
      className={classNames(field, 'text-right tabular-nums', invalid && 'border-overflow')}
    />
  );
}

/** Two optional days. */
export function DayFields(props: {
  readonly range: SessionFilter['started'];
  readonly onChange: (range: SessionFilter['started']) => void;
}) {
  const { range, onChange } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-ink2">First step, UTC</legend>
      <div className="flex items-center gap-1.5">
        <input
          type="date"
          aria-label="First step from"
          value={range.from ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ ...range, from: currentTarget.value || null })
          }
          className={field}
        />
        <span className="text-ink3">–</span>
        <input
          type="date"
          aria-label="First step to"
          value={range.to ?? ''}
          onChange={({ currentTarget }) => onChange({ ...range, to: currentTarget.value || null })}
          className={field}
        />
      </div>
    </fieldset>
  );
}
