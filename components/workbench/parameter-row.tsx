'use client';

import { useId, useMemo } from 'react';
import { NumberField } from '@/components/ui/number-field';
import { Slider } from '@/components/ui/slider';
import { formatFactor, formatInteger } from '@/lib/base/format';
import type { Replay } from '@/lib/replay/replay';
import { decisionUnit } from '@/lib/report/ledger-decision';
import { flipsOf, flipsText } from './flips';
import { ResetButton } from './reset-button';
import type { SettingField } from './settings-fields';
import type { SliderScale } from './slider-scales';
import { useLateFrame, useSetting, useWorkbench } from './use-workbench';

/** Text of a setting's number: "200,000" or "2.5". */
export function settingText({ kind }: SettingField, value: number): string {
  return kind === 'integer' ? formatInteger(value) : formatFactor(value, 4).replace('×', '');
}

/** A setting with a slider, a number, a reset, and what it changes. */
export function ParameterRow({
  field,
  initial,
  scale,
  hotkey,
}: {
  readonly field: SettingField;
  readonly initial: unknown;
  readonly scale: SliderScale | undefined;
  readonly hotkey: string;
}) {
  const { store } = useWorkbench();
  const id = useId();
  const value = Number(useSetting(field.key));
  const change = (next: number, last: boolean): void => {
    const clean = field.kind === 'integer' ? Math.round(next) : Math.round(next * 1e6) / 1e6;
    store.set({ [field.key]: clean }, last);
  };
  return (
    <div className="border-t border-line2 py-2.5" data-setting={field.key}>
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {field.label}
        </label>
        <span className="flex items-center gap-0.5">
          {value === initial ? null : (
            <ResetButton label={field.label} onClick={() => change(Number(initial), true)} />
          )}
          <NumberField
            id={id}
            label={field.label}
            value={value}
            format={(number) => settingText(field, number)}
            min={field.min}
            max={field.max}
            step={scale?.step ?? 1}
            integer={field.kind === 'integer'}
            unit={field.unit === 'tokens' ? undefined : field.unit}
            onCommit={(next) => change(next, true)}
            className={field.kind === 'integer' ? 'w-24' : 'w-16'}
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
          text={`${settingText(field, value)} ${field.unit ?? ''}`}
          notch={scale.notch}
          onMove={(next) => change(next, false)}
          onCommit={(next) => change(next, true)}
        />
      ) : null}
      <ParameterFacts field={field} initial={initial} />
    </div>
  );
}

/** What follows from the setting at the left, what it changes at the right. */
function ParameterFacts({
  field,
  initial,
}: {
  readonly field: SettingField;
  readonly initial: unknown;
}) {
  const { store } = useWorkbench();
  const frame = useLateFrame();
  const { settings } = frame;
  const changed = settings[field.key] !== initial;
  const flips = useMemo(
    () => (changed ? flipsOf(store.session, frame, field.key, initial) : 0),
    [changed, store, frame, field.key, initial],
  );
  const used = useMemo(() => pathText(frame.replay, field.key), [frame.replay, field.key]);
  return (
    <div className="flex flex-wrap justify-between gap-x-2 text-sm text-ink3">
      <span>{used}</span>
      <span data-flips="" className={flips > 0 ? 'text-threshold' : ''}>
        {changed ? flipsText(flips) : initialText(field.key, frame.replay.limit)}
      </span>
    </div>
  );
}

function initialText(key: string, limit: number | null): string {
  if (key !== 'window') return 'default';
  return limit === null ? 'default, limit unknown' : 'the session’s limit';
}

/** Where in this replay the setting has a say. */
function pathText({ columns, policyId }: Replay, key: string): string {
  if (key === 'window') {
    const threshold = columns.threshold[0] ?? -1;
    const inTokens = decisionUnit(policyId) === 'tokens';
    return threshold >= 0 && inTokens ? `threshold ${formatInteger(threshold)}` : '';
  }
  if (key !== 'cap' && key !== 'factor') return '';
  let steps = 0;
  let first = -1;
  const { lastReal, lastHeuristic, correction, decision } = columns;
  decision.forEach((_, step) => {
    if (Number.isNaN(correction[step])) return;
    const fromReal = (lastReal[step] ?? 0) > 0 && (lastHeuristic[step] ?? 0) > 0;
    const ratio = (lastReal[step] ?? 0) / (lastHeuristic[step] ?? 1);
    const says = key === 'factor' ? !fromReal : fromReal && ratio > (correction[step] ?? 0);
    if (!says) return;
    if (first < 0) first = step;
    steps++;
  });
  if (steps === 0) return key === 'cap' ? 'never reached' : 'not in the path';
  const where = steps === 1 ? `step ${formatInteger(first)}` : `${formatInteger(steps)} steps`;
  return key === 'cap' ? `caps ${where}` : `in the path at ${where}`;
}
