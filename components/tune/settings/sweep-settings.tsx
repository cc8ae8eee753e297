'use client';

import { memo } from 'react';
import { Options } from '@/components/ui/options';
import { bySystem } from '@/components/workbench/parameters/policy-names';
import { badgeUnder } from '@/lib/answers/report/systems/badge';
import { isShown, settingFields, type SettingField } from '@/lib/engine/policy/fields';
import { KeepSweep } from '../kept/keep-sweep';
import type { PlanFigures } from '@/lib/tuning/sweep/plan';
import { sweptFields } from '@/lib/tuning/sweep/first-axes';
import { policyChange, withoutAxis, withRange, withSetting } from '../state/axes-part';
import { reordered, type TuneSetup } from '../state/tune-setup';
import { tunable } from '../state/tuned-row';
import type { Sweep } from '../state/use-sweep';
import type { TuneView } from '../state/tune-view';
import { AxisField } from './axis-field';
import { FixedFields } from './fixed-fields';
import { MoreAxes } from './more-axes';
import { HeldOut, MustHold, Replays } from './sweep-facts';

const systems = bySystem(tunable);

/** Names of the axes; those of a sample that are neither have numbers. */
const NAMES = ['x', 'y', '3rd', '4th', '5th', '6th'] as const;

/** The policy, the settings that are swept, those that are not, and what must hold. */
export const SweepSettings = memo(function SweepSettings(props: {
  readonly view: TuneView;
  readonly setup: TuneSetup;
  readonly sweep: Sweep;
  /** Steps of each session. */
  readonly steps: readonly number[];
  /** Sessions of the row, of which the page may have a sample. */
  readonly ids: readonly string[];
  readonly onChange: (part: Partial<TuneView>) => void;
}) {
  const { view, setup, sweep, steps, ids, onChange } = props;
  const { policy, today, around } = setup;
  const badge = badgeUnder(policy, today);
  const axes = reordered(setup.axes);
  const fields = sweptFields(policy);
  const { shown, others } = fixedFields(setup);
  const set = (key: string, value: unknown): void =>
    onChange({ fixed: { ...view.fixed, [key]: value } });
  return (
    <aside
      aria-label="Sweep"
      className="border-b bg-panel px-4 py-3 max-[1100px]:grid max-[1100px]:grid-cols-3 max-[1100px]:gap-x-6 max-[640px]:grid-cols-1 min-[1101px]:border-r min-[1101px]:border-b-0"
    >
      <h2 className="mb-2 text-xs font-semibold text-ink3 max-[1100px]:col-span-full">Sweep</h2>
      <div className="pb-2">
        <select
          aria-label="Policy"
          value={policy.id}
          className="h-7 w-full rounded-md border border-line bg-panel px-1.5 font-medium"
          onChange={(event) => onChange(policyChange(event.currentTarget.value))}
        >
          {systems.map(([system, list]) => (
            <optgroup key={system} label={system}>
              <Options of={list.map(({ id, label }) => [id, label])} />
            </optgroup>
          ))}
        </select>
        <p className="mt-1 text-sm text-ink2">
          {badge.version} · {badge.word}
        </p>
      </div>
      {axes.map((axis, at) => (
        <div key={axis.field.key} className="border-t border-line2 py-2">
          <AxisField
            axis={axis}
            name={NAMES[at] ?? ''}
            fields={fields}
            around={around}
            onSetting={(key) => onChange(withSetting(setup, at, key))}
            onChange={(choice) => onChange(withRange(setup, at, choice))}
            onToday={(value) => set(axis.field.key, value)}
            onRemove={at < 2 ? null : () => onChange(withoutAxis(setup, axis.field.key))}
          />
        </div>
      ))}
      <MoreAxes setup={setup} view={view} onChange={onChange} />
      <FixedFields
        shown={shown}
        others={others}
        today={today}
        fixed={view.fixed}
        onChange={set}
        onRemove={(key) => {
          const { [key]: _, ...rest } = view.fixed;
          onChange({ fixed: rest });
        }}
      />
      <MustHold />
      <HeldOut end={sweep.end} />
      <Replays setup={setup} sweep={sweep} steps={steps} />
      {ids.length === 0 ? null : (
        <KeepSweep
          ids={ids}
          plan={setup.tune.plan}
          today={today}
          disabled={sweep.end === null}
          figures={keptFigures(view)}
        />
      )}
    </aside>
  );
});

/** What a kept sweep computes besides: the figure that is shown. */
function keptFigures({ figure, prices }: TuneView): PlanFigures | null {
  return figure === null ? null : { ids: [figure], prices };
}

/** Settings with a slider, and those that were changed, have a line; others can be added. */
function fixedFields({ policy, axes, today, fixed }: TuneSetup): {
  readonly shown: readonly SettingField[];
  readonly others: readonly SettingField[];
} {
  const swept = axes.map(({ field }) => field.key);
  const fields = settingFields(policy).filter(
    (field) => !swept.includes(field.key) && field.kind !== 'text' && isShown(field, today),
  );
  const isLine = ({ key, slider }: SettingField): boolean => slider !== undefined || key in fixed;
  return { shown: fields.filter(isLine), others: fields.filter((field) => !isLine(field)) };
}
