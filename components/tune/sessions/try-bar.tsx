'use client';

import { formatExact } from '@/lib/engine/base/format';
import { NumberField } from '@/components/ui/numbers/number-field';
import { Slider } from '@/components/ui/numbers/slider';
import { Button } from '@/components/ui/button';
import { axisScale } from '../state/axes';
import { valueText } from '@/lib/engine/policy/setting-text';
import { todayValues, type SetupAxis, type Tried, type TuneSetup } from '../state/tune-setup';

/** The values that are compared with today's; a drag replays the sessions in every frame. */
export function TryBar(props: {
  readonly setup: TuneSetup;
  readonly tried: Tried;
  readonly onMove: (tried: Tried) => void;
  readonly onCommit: (tried: Tried) => void;
}) {
  const { setup, tried, onMove, onCommit } = props;
  const { axes, around } = setup;
  const today = todayValues(setup);
  return (
    <div
      role="group"
      aria-label="Try"
      className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t px-4 py-1.5"
    >
      <span className="font-semibold">Try</span>
      {axes.map((axis, at) => (
        <TryField
          key={axis.field.key}
          axis={axis}
          around={around}
          value={tried[at] ?? axis.today}
          onMove={(value) => onMove(tried.with(at, value))}
          onCommit={(value) => onCommit(tried.with(at, value))}
        />
      ))}
      <Button
        size="small"
        variant="quiet"
        disabled={tried.join() === today.join()}
        onClick={() => onCommit(today)}
      >
        Today’s
      </Button>
    </div>
  );
}

function TryField(props: {
  readonly axis: SetupAxis;
  readonly around: number;
  readonly value: number;
  readonly onMove: (value: number) => void;
  readonly onCommit: (value: number) => void;
}) {
  const { axis, around, value, onMove, onCommit } = props;
  const { field, choice } = axis;
  const { step } = axisScale(field, around);
  const clean = (next: number): number =>
    field.kind === 'integer' ? Math.round(next) : Math.round(next * 1e6) / 1e6;
  return (
    <span className="flex min-w-56 flex-1 items-center gap-2" data-try={field.key}>
      <span className="text-sm whitespace-nowrap text-ink2">{field.short}</span>
      <span className="min-w-24 flex-1">
        <Slider
          label={`Try ${field.label}`}
          value={value}
          min={choice.from}
          max={choice.to}
          step={step}
          text={valueText(field, value)}
          onMove={(next) => onMove(clean(next))}
          onCommit={(next) => onCommit(clean(next))}
        />
      </span>
      <NumberField
        label={`${field.label} tried`}
        value={value}
        format={formatExact}
        min={field.min}
        max={field.max}
        step={step}
        integer={field.kind === 'integer'}
        onCommit={(next) => onCommit(clean(next))}
        className={field.kind === 'integer' ? 'w-20' : 'w-12'}
      />
    </span>
  );
}
