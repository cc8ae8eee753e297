'use client';

import { formatExact } from '@/lib/engine/base/format';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { NumberField } from '@/components/ui/numbers/number-field';
import { Options } from '@/components/ui/options';
import { RangeSlider } from '@/components/ui/numbers/range-slider';
import type { SettingField } from '@/lib/engine/policy/fields';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { axisScale } from '../state/axes';
import { valueText } from '@/lib/engine/policy/setting-text';
import type { SetupAxis } from '../state/tune-setup';

/** A setting that is swept: its range, and today's value. */
export function AxisField(props: {
  readonly axis: SetupAxis;
  readonly name: string;
  /** Settings that may take its place. */
  readonly fields: readonly SettingField[];
  readonly around: number;
  readonly onSetting: (key: string) => void;
  readonly onChange: (choice: NamedRange) => void;
  readonly onToday: (value: number) => void;
  /** null: it stays. */
  readonly onRemove: (() => void) | null;
}) {
  const { axis, name, fields, around, onSetting, onChange } = props;
  const { onToday, onRemove } = props;
  const { field, choice, today } = axis;
  const id = useId();
  const scale = axisScale(field, around);
  const [dragged, setDragged] = useState<readonly [number, number] | null>(null);
  const [from, to] = dragged ?? [choice.from, choice.to];
  return (
    <div data-axis={name}>
      <div className="flex items-center justify-between gap-2">
        <select
          aria-label={`Setting of ${name}`}
          value={field.key}
          onChange={(event) => onSetting(event.currentTarget.value)}
          className="-ml-1 h-6 min-w-0 rounded border border-transparent bg-transparent font-medium hover:border-line"
        >
          <Options of={fields.map(({ key, label }) => [key, label])} />
        </select>
        <span className="flex items-center gap-1 font-mono text-xs text-ink2">
          {name}
          {onRemove === null ? null : (
            <button
              type="button"
              aria-label={`Vary ${field.label} no more`}
              className="grid size-6 place-items-center text-ink3 hover:text-ink"
              onClick={onRemove}
            >
              <X size={12} aria-hidden="true" />
            </button>
          )}
        </span>
      </div>
      <RangeSlider
        label={`${field.label}, range`}
        value={[from, to]}
        min={Math.min(scale.min, choice.from)}
        max={Math.max(scale.max, choice.to)}
        step={scale.step}
        text={(value) => valueText(field, value)}
        onMove={setDragged}
        onCommit={([low, high]) => {
          setDragged(null);
          onChange({ ...choice, from: low, to: high });
        }}
      />
      <div className="flex justify-between text-sm text-ink2">
        <span>{valueText(field, from)}</span>
        <span>{valueText(field, to)}</span>
      </div>
      <div className="flex items-center justify-between text-sm text-ink2">
        <label htmlFor={id}>today</label>
        <NumberField
          id={id}
          label={`${field.label} today`}
          value={today}
          format={formatExact}
          min={field.min}
          max={field.max}
          step={scale.step}
          integer={field.kind === 'integer'}
          onCommit={onToday}
          className="-mr-1 w-20"
        />
      </div>
    </div>
  );
}
