'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Options } from '@/components/ui/options';
import { choicesOf, valueText } from '@/lib/engine/policy/setting-text';
import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import type { GivenSettings } from '@/lib/policies/policy-choice';
import type { Policy } from '@/lib/engine/policy/policy';

/** Settings of a lane that differ from those its policy opens the session with. */
export function LaneSettings(props: {
  readonly policy: Policy;
  readonly initial: Settings;
  readonly given: GivenSettings;
  readonly onChange: (given: GivenSettings) => void;
}) {
  const { policy, initial, given, onChange } = props;
  const fields = settingFields(policy);
  const rest = fields.filter(({ key }) => !(key in given));
  const [chosen, setChosen] = useState('');
  const next = rest.find(({ key }) => key === chosen) ?? rest[0];
  const without = (key: string): GivenSettings =>
    Object.fromEntries(Object.entries(given).filter(([name]) => name !== key));
  return (
    <fieldset className="mt-4 grid gap-2">
      <legend className="mb-1 font-medium">Settings that differ</legend>
      {fields
        .filter(({ key }) => key in given)
        .map((field) => (
          <div key={field.key} className="flex items-center gap-2">
            <label className="grid flex-1 grid-cols-[minmax(0,1fr)_180px] items-center gap-2">
              <span>
                {field.label}
                {field.unit === undefined ? '' : <span className="text-ink3"> {field.unit}</span>}
              </span>
              <ValueField
                field={field}
                value={given[field.key]}
                onChange={(value) => onChange({ ...given, [field.key]: value })}
              />
            </label>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Reset ${field.label}`}
              onClick={() => onChange(without(field.key))}
            >
              Reset
            </Button>
          </div>
        ))}
      {next === undefined ? null : (
        <div className="flex items-center gap-2">
          <select
            aria-label="Setting"
            value={next.key}
            className="h-7 min-w-0 flex-1 rounded-md border bg-panel px-1.5"
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {rest.map((one) => (
              <option key={one.key} value={one.key}>
                {one.label}: {valueText(one, initial[one.key])}
              </option>
            ))}
          </select>
          <Button onClick={() => onChange({ ...given, [next.key]: initial[next.key] })}>
            Change it
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function ValueField(props: {
  readonly field: SettingField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const { field, value, onChange } = props;
  const style = 'h-7 rounded-md border bg-panel px-1.5 text-right font-mono text-sm';
  if (field.kind === 'boolean' || field.kind === 'choice') {
    const isSwitch = field.kind === 'boolean';
    const switched = ['on', 'off'].map((text) => [text, text] as const);
    return (
      <select
        value={isSwitch ? valueText(field, value) : String(value)}
        className={style}
        onChange={({ currentTarget: { value: text } }) => onChange(isSwitch ? text === 'on' : text)}
      >
        <Options of={isSwitch ? switched : choicesOf(field, value)} />
      </select>
    );
  }
  return (
    <input
      value={String(value)}
      inputMode={field.kind === 'text' ? 'text' : 'decimal'}
      className={style}
      onChange={({ currentTarget: { value: text } }) => {
        const number = Number(text.replaceAll(/[,_ ]/g, ''));
        const isNumber = field.kind !== 'text' && text.trim() !== '' && !Number.isNaN(number);
        onChange(isNumber && !text.endsWith('.') ? number : text);
      }}
    />
  );
}
