'use client';

import { useId, useMemo } from 'react';
import { NumberField } from '@/components/ui/number-field';
import { flipsOf, flipsText } from './flips';
import { settingText } from './parameter-row';
import { ResetButton } from './reset-button';
import type { SettingField } from './settings-fields';
import { useLateFrame, useWorkbench } from './use-workbench';

/** A setting on one line: a number, a choice or a switch, drawn from its schema. */
export function SettingControl({
  field,
  initial,
}: {
  readonly field: SettingField;
  readonly initial: unknown;
}) {
  const { store } = useWorkbench();
  const { settings } = useLateFrame();
  const id = useId();
  const value = settings[field.key];
  const change = (next: unknown): void => store.set({ [field.key]: next }, true);
  return (
    <div className="py-0.5" data-setting={field.key}>
      <div className="flex min-h-6 items-center justify-between gap-2">
        <label htmlFor={id} title={field.description} className="min-w-0">
          {field.label}
        </label>
        <span className="flex shrink-0 items-center gap-0.5">
          {value === initial ? null : (
            <ResetButton label={field.label} onClick={() => change(initial)} />
          )}
          <Control id={id} field={field} value={value} onChange={change} />
        </span>
      </div>
      {value === initial ? null : <Flips field={field} initial={initial} />}
    </div>
  );
}

function Flips({ field, initial }: { readonly field: SettingField; readonly initial: unknown }) {
  const { store } = useWorkbench();
  const frame = useLateFrame();
  const flips = useMemo(
    () => flipsOf(store.session, frame, field.key, initial),
    [store, frame, field.key, initial],
  );
  return (
    <p className={`text-right text-sm ${flips > 0 ? 'text-threshold' : 'text-ink3'}`}>
      {flipsText(flips)}
    </p>
  );
}

function Control({
  id,
  field,
  value,
  onChange,
}: {
  readonly id: string;
  readonly field: SettingField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  if (field.kind === 'boolean') {
    return (
      <input
        id={id}
        type="checkbox"
        className="size-3.5"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (field.kind === 'choice') {
    return (
      <select
        id={id}
        className="h-6 max-w-36 rounded border border-line bg-panel px-1 text-sm"
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {field.options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  return (
    <NumberField
      id={id}
      label={field.label}
      value={Number(value)}
      format={(number) => settingText(field, number)}
      min={field.min}
      max={field.max}
      step={field.kind === 'integer' ? 1 : 0.1}
      integer={field.kind === 'integer'}
      unit={field.unit}
      onCommit={onChange}
      className={field.max > 1_000 || (field.unit ?? '').length > 3 ? 'w-28' : 'w-14'}
    />
  );
}
