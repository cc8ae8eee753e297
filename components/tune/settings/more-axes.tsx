'use client';

import { Plus } from 'lucide-react';
import { useId } from 'react';
import { NumberField } from '@/components/ui/numbers/number-field';
import { Options } from '@/components/ui/options';
import { formatInteger } from '@/lib/engine/base/format';
import { isShown } from '@/lib/engine/policy/fields';
import { sweptFields } from '@/lib/tuning/sweep/first-axes';
import { withAxis } from '../state/axes-part';
import type { TuneSetup } from '../state/tune-setup';
import { FIRST_SAMPLE, MOST_MORE, MOST_POINTS, type TuneView } from '../state/tune-view';

/** Adds a setting that is varied; from three on the points and the seed of the sample. */
export function MoreAxes(props: {
  readonly setup: TuneSetup;
  readonly view: TuneView;
  readonly onChange: (part: Partial<TuneView>) => void;
}) {
  const { setup, view, onChange } = props;
  const { policy, axes, today, tune } = setup;
  const taken = axes.map(({ field }) => field.key);
  const free = sweptFields(policy).filter(
    (field) => !taken.includes(field.key) && isShown(field, today),
  );
  const { count, seed } = view.sample ?? FIRST_SAMPLE;
  return (
    <>
      {free.length === 0 || axes.length > MOST_MORE + 1 ? null : (
        <label className="flex items-center gap-1 border-t border-line2 py-2 font-medium">
          <Plus size={13} aria-hidden="true" />
          <select
            aria-label="Vary another setting"
            value=""
            className="h-6 min-w-0 flex-1 rounded border border-transparent bg-transparent hover:border-line"
            onChange={(event) => onChange(withAxis(setup, event.currentTarget.value))}
          >
            <option value="" disabled>
              Vary another
            </option>
            <Options of={free.map(({ key, label }) => [key, label])} />
          </select>
        </label>
      )}
      {tune.grid.sample === null ? null : (
        <div className="border-t border-line2 py-2 text-sm text-ink2" data-sample="">
          <p className="font-medium text-ink">Sample</p>
          <p>
            A Latin hypercube, for a grid of all of them would have{' '}
            {formatInteger(axes.reduce((size, { axis }) => size * axis.values.length, 1))} settings.
          </p>
          <SampleField
            name="points"
            value={count}
            min={1}
            max={MOST_POINTS}
            step={50}
            onCommit={(value) => onChange({ sample: { count: value, seed } })}
          />
          <SampleField
            name="seed"
            value={seed}
            min={0}
            max={999_999_999}
            step={1}
            onCommit={(value) => onChange({ sample: { count, seed: value } })}
          />
        </div>
      )}
    </>
  );
}

function SampleField(props: {
  readonly name: 'points' | 'seed';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onCommit: (value: number) => void;
}) {
  const { name, ...field } = props;
  const id = useId();
  return (
    <div className="mt-1 flex items-center justify-between gap-2">
      <label htmlFor={id}>{name}</label>
      <NumberField
        id={id}
        label={name === 'points' ? 'Points of the sample' : 'Seed of the sample'}
        format={name === 'points' ? formatInteger : String}
        integer
        className="-mr-1 w-20"
        {...field}
      />
    </div>
  );
}
