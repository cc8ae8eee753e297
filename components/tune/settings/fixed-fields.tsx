'use client';

import { formatExact } from '@/lib/engine/base/format';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { NumberField } from '@/components/ui/numbers/number-field';
import { Options } from '@/components/ui/options';
import { choicesOf } from '@/lib/engine/policy/setting-text';
import type { SettingField, Settings } from '@/lib/engine/policy/fields';

/** Settings that are the same in every cell; `shown` are those of the policy worth a line. */
export function FixedFields(props: {
  readonly shown: readonly SettingField[];
  /** Settings that may be added. */
  readonly others: readonly SettingField[];
  readonly today: Settings;
  /** Those that the user gave; the others are what runs today, or defaults. */
  readonly fixed: Settings;
  readonly onChange: (key: string, value: unknown) => void;
  readonly onRemove: (key: string) => void;
}) {
  const { shown, others, today, fixed, onChange, onRemove } = props;
  return (
    <>
      {shown.map((field) => (
        <div key={field.key} className="border-t border-line2 py-2" data-fixed={field.key}>
          <div className="flex items-center justify-between gap-2">
            <span className="font-medium">{field.label}</span>
            <FixedValue
              field={field}
              value={today[field.key]}
              onChange={(value) => onChange(field.key, value)}
            />
          </div>
          <div className="flex min-h-6 items-center justify-between text-sm text-ink2">
            <span>{field.key in fixed ? 'fixed' : 'fixed, default'}</span>
            {field.key in fixed ? (
              <button
                type="button"
                aria-label={`Use the default of ${field.label}`}
                className="grid size-6 place-items-center text-ink3 hover:text-ink"
                onClick={() => onRemove(field.key)}
              >
                <X size={12} aria-hidden="true" />
              </button>
            ) : null}
          </div>
        </div>
      ))}
      {others.length === 0 ? null : (
        <label className="flex items-center gap-1 border-t border-line2 py-2 font-medium">
          <Plus size={13} aria-hidden="true" />
          <select
            aria-label="Fix another setting"
            value=""
            className="h-6 min-w-0 flex-1 rounded border border-transparent bg-transparent hover:border-line"
            onChange={(event) => {
              const { value: key } = event.currentTarget;
              onChange(key, today[key]);
            }}
          >
            <option value="" disabled>
              Setting
            </option>
            <Options of={others.map(({ key, label }) => [key, label])} />
          </select>
        </label>
      )}
    </>
  );
}

/** A value, edited as its kind wants. */
function FixedValue(props: {
  readonly field: SettingField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const { field, value, onChange } = props;
  const id = useId();
  if (field.kind === 'boolean') {
    return (
      <input
        id={id}
        type="checkbox"
        aria-label={field.label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-4"
      />
    );
  }
  if (field.kind === 'choice') {
    return (
      <select
        aria-label={field.label}
        value={String(value)}
        className="h-6 max-w-28 rounded border border-line bg-panel text-sm"
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <Options of={choicesOf(field, value)} />
      </select>
    );
  }
  return (
    <NumberField
      label={field.label}
      value={Number(value)}
      format={formatExact}
      min={field.min}
      max={field.max}
      step={field.kind === 'integer' ? 1 : 0.1}
      integer={field.kind === 'integer'}
      unit={field.unit === 'tokens' ? undefined : field.unit}
      onCommit={onChange}
      className="w-20"
    />
  );
}
