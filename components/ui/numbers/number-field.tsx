'use client';

import { useId, useState, type KeyboardEvent } from 'react';
import { classNames } from '../class-names';

/** The way a control's value was changed: `keys` for each press of a key that goes on with others. */
export interface ChangedBy {
  readonly by?: 'keys';
}

/** Properties of {@link NumberField}. */
interface NumberFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly value: number;
  readonly format: (value: number) => string;
  readonly min: number;
  readonly max: number;
  /** Change by ↑ and ↓; ten times as much with Shift. */
  readonly step: number;
  readonly integer?: boolean;
  readonly unit?: string | undefined;
  readonly disabled?: boolean;
  /** `by` is `keys` for each press of ↑ or ↓. */
  readonly onCommit: (value: number, how: ChangedBy) => void;
  readonly onLeave?: () => void;
  /** Characters that have room, the unit beside them; without it `className` sets the width of both. */
  readonly room?: number;
  readonly className?: string;
}

/** Reads "200,000", "200k", "1.5M" or "2.5×"; NaN for anything else. */
export function parseNumber(text: string): number {
  const match = /^([+-]?\d*\.?\d+)\s*([kKmM])?\s*[×x]?$/.exec(text.replace(/[\s,_]/g, ''));
  if (!match) return NaN;
  const scale = { k: 1_000, m: 1_000_000 }[match[2]?.toLowerCase() ?? ''] ?? 1;
  return Number(match[1]) * scale;
}

/** A number field: Enter or leaving it commits, Escape restores the old value. */
export function NumberField(props: NumberFieldProps) {
  const { id, label, value, format, min, max, step, integer = false, unit, room, onCommit } = props;
  const range = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const parsed = typed === null ? value : parseNumber(typed);
  const invalid = typed !== null && (Number.isNaN(parsed) || parsed < min || parsed > max);

  const commit = (next: number, how: ChangedBy = {}): void => {
    const rounded = integer ? Math.round(next) : Math.round(next * 1e6) / 1e6;
    const clamped = Math.min(max, Math.max(min, rounded));
    setTyped(null);
    if (clamped !== value) onCommit(clamped, how);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      if (!invalid) commit(parsed);
    } else if (event.key === 'Escape') {
      setTyped(null);
      event.currentTarget.blur();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const by = (event.shiftKey ? 10 : 1) * step * (event.key === 'ArrowUp' ? 1 : -1);
      commit((Number.isNaN(parsed) ? value : parsed) + by, { by: 'keys' });
    }
  };

  return (
    <span className={classNames('relative inline-flex items-baseline gap-1', props.className)}>
      <input
        id={id}
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={invalid ? range : undefined}
        inputMode={integer ? 'numeric' : 'decimal'}
        autoComplete="off"
        spellCheck={false}
        disabled={props.disabled}
        value={typed ?? format(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (typed === null || invalid) setTyped(null);
          else commit(parsed);
          props.onLeave?.();
        }}
        onKeyDown={onKeyDown}
        // A digit is a `ch` wide; padding and border take 10 px.
        style={room === undefined ? undefined : { width: `calc(${room}ch + 10px)` }}
        className={classNames(
          room === undefined ? 'w-full min-w-0' : 'shrink-0',
          'h-6 rounded border border-transparent bg-transparent px-1 text-right font-mono text-sm hover:border-line focus:border-line focus:bg-bg disabled:text-ink3',
          invalid && 'border-overflow text-overflow',
        )}
      />
      {invalid ? (
        <span
          id={range}
          className="absolute top-full right-0 z-10 rounded border border-overflow bg-panel px-1 text-sm whitespace-nowrap text-overflow"
        >
          {format(min)} to {format(max)}
        </span>
      ) : null}
      {unit === undefined ? null : (
        <span className="text-sm whitespace-nowrap text-ink3">{unit}</span>
      )}
    </span>
  );
}
