'use client';

import { unusedText, valueText, valueWithUnit } from '@/lib/engine/policy/setting-text';
import { useId, useMemo, useRef } from 'react';
import { NumberField, type ChangedBy } from '@/components/ui/numbers/number-field';
import { Slider } from '@/components/ui/numbers/slider';
import { useSize } from '@/components/ui/use-size';
import { formatExact, formatInteger, formatSigned } from '@/lib/engine/base/format';
import { operandsAt } from '@/lib/analysis/explain/ledger-decision';
import type { SettingField } from '@/lib/engine/policy/fields';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { AboutSetting } from './about-setting';
import { plateauText, edgesOf } from './outcomes/outcome-words';
import { OutcomeTrack } from './outcomes/outcome-track';
import { useOutcomes } from './outcomes/use-outcomes';
import { sliderScale, type SliderScale } from './slider-scales';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

/** A setting and its value as the session opens. */
export interface SettingProps {
  readonly field: SettingField;
  readonly initial: unknown;
}

/** Characters that a setting's number has room for, these values among them; labels keep the rest. */
export function roomFor(field: SettingField, values: readonly number[]): number {
  // Tokens are moved over many sizes; other numbers stay near what they begin with.
  const wide = field.slider === 'window' && field.unit === 'tokens';
  const least = wide ? '1,000,000'.length : '1,000'.length;
  return Math.max(least, ...values.map((value) => formatExact(value).length));
}

/** Pixels from the end of a slider to where its thumb may stand. */
const INSET = 12;

/** A setting with its number and a slider whose track are the outcomes along it. */
export function SettingSlider(props: SettingProps & { readonly hotkey: string }) {
  const { field, initial, hotkey } = props;
  const { store } = useWorkbench();
  const id = useId();
  const holder = useRef<HTMLDivElement>(null);
  const { width } = useSize(holder);
  const value = Number(useOfFrame(({ settings }) => settings[field.key]));
  const unused = useOfFrame(({ policy, settings }) => unusedText(field, policy, settings));
  const disabled = unused !== null;
  const scale = useMemo(() => sliderScale(field, store.session), [field, store]);
  const outcomes = useOutcomes(field, scale ?? { min: field.min, max: field.max });
  if (scale === undefined) return null;
  const change = (next: number, how: ChangedBy & { readonly last?: boolean } = {}): void => {
    const clean = field.kind === 'integer' ? Math.round(next) : Math.round(next * 1e6) / 1e6;
    store.set({ [field.key]: clean }, how);
  };
  const edges = disabled ? null : edgesOf(outcomes?.found ?? null, value);
  const plateau = edges === null ? '' : `: ${plateauText(edges.plateau)}`;
  return (
    <div className="min-w-0" data-setting={field.key}>
      <div className="flex h-6 items-center justify-between gap-2">
        <span className="flex min-w-0 items-center">
          <label htmlFor={id} className="truncate">
            {field.short}
          </label>
          <AboutSetting field={field} />
          <NumberField
            id={id}
            label={field.label}
            value={value}
            format={formatExact}
            min={field.min}
            max={field.max}
            step={scale.step}
            integer={field.kind === 'integer'}
            unit={field.unit === 'tokens' ? undefined : field.unit}
            disabled={disabled}
            onCommit={change}
            onLeave={store.endGesture}
            room={roomFor(field, [Number(initial), value])}
          />
        </span>
        <Standing {...{ field, initial, value, unused }} onReset={() => change(Number(initial))} />
      </div>
      <div ref={holder} className="-mx-3">
        <Slider
          label={`${field.label} slider, key ${hotkey}`}
          value={value}
          min={scale.min}
          max={scale.max}
          step={scale.step}
          text={`${valueWithUnit(field, value)}${plateau}`}
          disabled={disabled}
          edges={edges?.all ?? []}
          track={
            <OutcomeTrack
              field={field}
              range={scale}
              outcomes={disabled ? null : outcomes}
              width={Math.max(0, width - 2 * INSET)}
              initial={Number(initial) === value ? null : Number(initial)}
            />
          }
          onMove={(next) => change(next, { last: false })}
          onCommit={change}
          onBlur={store.endGesture}
        />
      </div>
      <Ends field={field} scale={scale} edges={edges?.near ?? []} />
    </div>
  );
}

/** How the value stands to that of the opening: the same, or how far off, and the way back. */
function Standing(
  props: SettingProps & {
    readonly value: number;
    /** Why it changes nothing; null where it does. */
    readonly unused: string | null;
    readonly onReset: () => void;
  },
) {
  const { field, initial, value, unused, onReset } = props;
  const { opening } = useWorkbench();
  const { policy, replay } = useLateFrame();
  const reach = useMemo(() => reachText(replay, field), [replay, field]);
  if (unused !== null) {
    return (
      <span data-unused="" title={unused} className="min-w-0 truncate text-sm text-ink3">
        {unused}
      </span>
    );
  }
  if (value !== initial) {
    const by = value - Number(initial);
    const far = field.kind === 'integer' ? formatSigned(by) : `was ${formatExact(Number(initial))}`;
    return (
      <button
        type="button"
        aria-label={`Reset ${field.label}`}
        className="min-h-6 min-w-0 truncate text-sm text-accent hover:underline"
        onClick={onReset}
      >
        {far} · reset
      </button>
    );
  }
  const own = opening.own !== null && policy === opening.policy;
  return (
    <span className="min-w-0 truncate text-sm text-ink3">
      {reach !== '' ? reach : own ? 'as it ran' : 'default'}
    </span>
  );
}

/** The only step that uses a setting, or that none does. */
function reachText(replay: Replay, { key }: SettingField): string {
  const reach = replay.policy.decision?.reach?.[key];
  if (reach === undefined) return '';
  const steps: number[] = [];
  for (let step = 0; step < replay.columns.decision.length; step++) {
    if (Number.isNaN(replay.columns.correction[step] ?? NaN)) continue;
    if (reach.at(operandsAt(replay, step), settingsAt(replay, step))) steps.push(step);
  }
  const [first] = steps;
  if (first === undefined) return reach.none;
  return steps.length === 1 ? `step ${formatInteger(first)} only` : '';
}

/** The ends of the slider, and the edges of the outcome that the value stands in, at their places. */
function Ends(props: {
  readonly field: SettingField;
  readonly scale: SliderScale;
  readonly edges: readonly number[];
}) {
  const { field, scale, edges } = props;
  const { min, max, notch } = scale;
  const share = (value: number): number => (value - min) / (max - min);
  const shown = edges.filter((one) => share(one) > 0.17 && share(one) < 0.83);
  const text = (value: number): string => valueText(field, value);
  return (
    <p className="relative flex h-4 justify-between text-xs text-ink3">
      <span>{text(min)}</span>
      {notch === undefined || shown.length > 0 ? null : (
        <span
          title={notch.title}
          className="absolute -translate-x-1/2"
          style={{ left: `${share(notch.value) * 100}%` }}
        >
          ▴ {notch.label}
        </span>
      )}
      {shown.slice(0, 1).map((one) => (
        <span
          key={one}
          data-edge={one}
          className="absolute -translate-x-1/2"
          style={{ left: `${share(one) * 100}%` }}
        >
          {text(one)}
        </span>
      ))}
      <span>{text(max)}</span>
    </p>
  );
}
