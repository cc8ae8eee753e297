'use client';

import { unusedText, valueWithUnit } from '@/lib/engine/policy/setting-text';
import { useId, useMemo } from 'react';
import { NumberField, type ChangedBy } from '@/components/ui/numbers/number-field';
import { Slider } from '@/components/ui/numbers/slider';
import { counted, formatExact, formatInteger } from '@/lib/engine/base/format';
import { operandsAt } from '@/lib/analysis/explain/ledger-decision';
import type { SettingField } from '@/lib/engine/policy/fields';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { useHeldHeight } from '../cause/use-held-height';
import { AboutSetting } from './about-setting';
import { OutcomeStrip } from './outcomes/outcome-strip';
import { flipsText, useFlips, type SettingProps } from './flips';
import { ResetButton } from './reset-button';
import { sliderScale } from './slider-scales';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

/** Characters that a setting's number has room for, these values among them; labels keep the rest. */
export function roomFor(field: SettingField, values: readonly number[]): number {
  // Tokens are moved over many sizes; other numbers stay near what they begin with.
  const wide = field.slider === 'window' && field.unit === 'tokens';
  const least = wide ? '1,000,000'.length : '1,000'.length;
  return Math.max(least, ...values.map((value) => formatExact(value).length));
}

/** A setting with a slider, a number, a reset and the decisions it changes. */
export function ParameterRow(props: SettingProps & { readonly hotkey: string }) {
  const { field, initial, hotkey } = props;
  const { store } = useWorkbench();
  const id = useId();
  const value = Number(useOfFrame(({ settings }) => settings[field.key]));
  const unused = useOfFrame(({ policy, settings }) => unusedText(field, policy, settings));
  const disabled = unused !== null;
  const scale = useMemo(() => sliderScale(field, store.session), [field, store]);
  const { box, style } = useHeldHeight(useOfFrame(({ moving }) => moving));
  const change = (next: number, how: ChangedBy & { readonly last?: boolean } = {}): void => {
    const clean = field.kind === 'integer' ? Math.round(next) : Math.round(next * 1e6) / 1e6;
    store.set({ [field.key]: clean }, how);
  };
  return (
    <div ref={box} style={style} className="border-t border-line2 py-2.5" data-setting={field.key}>
      <div className="flex items-center justify-between gap-1">
        <span className="flex min-w-0 items-center">
          <label htmlFor={id} className="min-w-0 font-medium">
            {field.label}
          </label>
          <AboutSetting field={field} />
        </span>
        <span className="flex shrink-0 items-center gap-0.5">
          {value === initial ? null : (
            <ResetButton label={field.label} onClick={() => change(Number(initial))} />
          )}
          <NumberField
            id={id}
            label={field.label}
            value={value}
            format={formatExact}
            min={field.min}
            max={field.max}
            step={scale?.step ?? 1}
            integer={field.kind === 'integer'}
            unit={field.unit === 'tokens' ? undefined : field.unit}
            disabled={disabled}
            onCommit={change}
            onLeave={store.endGesture}
            room={roomFor(field, [Number(initial), value])}
          />
        </span>
      </div>
      {scale ? (
        <Slider
          label={`${field.label} slider${hotkey === '' ? '' : `, key ${hotkey}`}`}
          value={value}
          min={scale.min}
          max={scale.max}
          step={scale.step}
          text={valueWithUnit(field, value)}
          notch={scale.notch}
          disabled={disabled}
          onMove={(next) => change(next, { last: false })}
          onCommit={change}
          onBlur={store.endGesture}
        />
      ) : null}
      {scale && !disabled ? <OutcomeStrip field={field} range={scale} /> : null}
      {disabled ? (
        <p data-unused="" className="text-sm text-ink3">
          {unused}
        </p>
      ) : (
        <ParameterFacts field={field} initial={initial} />
      )}
    </div>
  );
}

/** Left: the setting's reach; right: the decisions it changes. */
function ParameterFacts({ field, initial }: SettingProps) {
  const { settings, replay } = useLateFrame();
  const changed = settings[field.key] !== initial;
  const flips = useFlips({ field, initial });
  const used = useMemo(() => reachText(replay, field), [replay, field]);
  return (
    <div className="flex flex-wrap justify-between gap-x-2 text-sm text-ink3">
      <span>{used}</span>
      <span data-flips="" className={flips > 0 ? 'text-threshold' : ''}>
        {changed ? flipsText(flips) : initialText(field.key, replay)}
      </span>
    </div>
  );
}

function initialText(key: string, { limit, switches }: Replay): string {
  if (key !== 'window') return 'default';
  if (switches.some(({ by }) => by === 'recording')) return 'each step’s own, as recorded';
  return limit === null ? 'default, limit unknown' : 'the session’s limit';
}

/** The threshold that a setting moves, or the steps that use it. */
function reachText(replay: Replay, { key, min, max }: SettingField): string {
  const { decision } = replay.policy;
  if (decision === null) return '';
  const reach = decision.reach?.[key];
  if (reach === undefined) {
    const { threshold } = replay.columns;
    const first = threshold[0] ?? -1;
    const moves =
      first >= 0 && decision.unit === 'tokens' && movesThreshold(replay, key, [min, max]);
    return moves ? `threshold ${formatInteger(first)}` : '';
  }
  const steps: number[] = [];
  for (let step = 0; step < replay.columns.decision.length; step++) {
    if (Number.isNaN(replay.columns.correction[step] ?? NaN)) continue;
    if (reach.at(operandsAt(replay, step), settingsAt(replay, step))) steps.push(step);
  }
  const [first] = steps;
  if (first === undefined) return reach.none;
  const where =
    steps.length === 1
      ? `step ${formatInteger(first)} only`
      : `${formatInteger(steps.length)} of ${counted(replay.columns.decision.length, 'step')}`;
  return `${reach.some} ${where}`;
}

/** True if the threshold differs at an end of the setting's range. */
function movesThreshold(replay: Replay, key: string, ends: readonly number[]): boolean {
  const { decision } = replay.policy;
  const { prefix } = replay.form.estimator;
  const settings = settingsAt(replay, 0);
  const now = decision?.threshold(settings, prefix);
  return ends.some((end) => decision?.threshold({ ...settings, [key]: end }, prefix) !== now);
}
