'use client';

import { useState, type KeyboardEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { parseNumber } from '@/components/ui/numbers/number-field';
import { formatInteger } from '@/lib/engine/base/format';

/** Properties of {@link NumberInput}. */
interface NumberInputProps {
  readonly id?: string;
  readonly label?: string;
  /** NaN if not a number. */
  readonly value: number;
  /** Called on every keystroke. */
  readonly onChange: (value: number) => void;
  /** Change by ↑ and ↓; ten times as much with Shift. */
  readonly step?: number | undefined;
  readonly whole?: boolean | undefined;
  readonly unit?: string | undefined;
  readonly error?: string | undefined;
  /** Id of the element with the error. */
  readonly errorId?: string | undefined;
  readonly className?: string;
}

const textOf = (value: number, whole: boolean): string => {
  if (Number.isNaN(value)) return '';
  return whole && Number.isInteger(value) ? formatInteger(value).replace('−', '-') : String(value);
};

/** A number of the form: reads every keystroke and keeps unreadable text for correction. */
export function NumberInput(props: NumberInputProps) {
  const { id, label, value, onChange, step = 1, whole = true, unit, error, errorId } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string): void => {
    setTyped(text);
    onChange(parseNumber(text));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const by = (event.shiftKey ? 10 : 1) * step * (event.key === 'ArrowUp' ? 1 : -1);
    setTyped(null);
    onChange(Math.round(((Number.isNaN(value) ? 0 : value) + by) * 1e6) / 1e6);
  };
  return (
    <span className={classNames('inline-flex items-baseline gap-1.5', props.className)}>
      <input
        id={id}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        inputMode={whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? textOf(value, whole)}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => error === undefined && setTyped(null)}
        onKeyDown={onKeyDown}
        className={classNames(
          'h-7 w-full min-w-0 rounded border bg-bg px-1.5 text-right font-mono text-sm',
          error === undefined ? 'border-line' : 'border-overflow text-overflow',
        )}
      />
      {unit === undefined ? null : <span className="w-12 shrink-0 text-sm text-ink3">{unit}</span>}
    </span>
  );
}
