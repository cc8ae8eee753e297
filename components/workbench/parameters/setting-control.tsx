'use client';

import { formatExact } from '@/lib/engine/base/format';
import { choicesOf } from '@/lib/engine/policy/setting-text';
import { useId } from 'react';
import { NumberField, type ChangedBy } from '@/components/ui/numbers/number-field';
import { Options } from '@/components/ui/options';
import { roomFor, type SettingProps } from './setting-slider';
import { AboutSetting } from './about-setting';
import { ResetButton } from './reset-button';
import { useOfFrame, useWorkbench } from '../state/use-workbench';

/** A setting on one line: a number, a choice or a switch, drawn from its schema. */
export function SettingControl({ field, initial }: SettingProps) {
  const { store } = useWorkbench();
  const id = useId();
  // Without delay: a key changes the number that is shown.
  const value = useOfFrame(({ settings }) => settings[field.key]);
  const change = (next: unknown, how: ChangedBy = {}): void =>
    store.set({ [field.key]: next }, how);
  return (
    <div className="py-0.5" data-setting={field.key}>
      <div className="flex min-h-6 items-center justify-between gap-2">
        <span className="flex min-w-0 items-center">
          <label htmlFor={id} className="min-w-0">
            {field.label}
          </label>
          <AboutSetting field={field} />
        </span>
        <span className="flex shrink-0 items-center gap-0.5">
          {value === initial ? null : (
            <ResetButton label={field.label} onClick={() => change(initial)} />
          )}
          <Control
            {...{ id, field, initial, value }}
            onChange={change}
            onLeave={store.endGesture}
          />
        </span>
      </div>
    </div>
  );
}

function Control(
  props: SettingProps & {
    readonly id: string;
    readonly value: unknown;
    readonly onChange: (value: unknown, how?: ChangedBy) => void;
    readonly onLeave: () => void;
  },
) {
  const { id, field, initial, value, onChange, onLeave } = props;
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
        className="h-6 max-w-28 rounded border border-line bg-panel px-1 text-sm"
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <Options of={choicesOf(field, value)} />
      </select>
    );
  }
  return (
    <NumberField
      id={id}
      label={field.label}
      value={Number(value)}
      format={formatExact}
      min={field.min}
      max={field.max}
      step={field.kind === 'integer' ? 1 : 0.1}
      integer={field.kind === 'integer'}
      unit={field.unit}
      onCommit={onChange}
      onLeave={onLeave}
      room={roomFor(field, [Number(initial), Number(value)])}
    />
  );
}
