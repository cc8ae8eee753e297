'use client';

import { X } from 'lucide-react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { RailMark } from '@/components/charts/rail-mark';
import { Button } from '@/components/ui/button';
import { NumberField, type ChangedBy } from '@/components/ui/numbers/number-field';
import { Options } from '@/components/ui/options';
import { formatFactor, formatInteger } from '@/lib/base/format';
import { describeFault, faultKinds, formatFault, MOST_FAULTS } from '@/lib/replay/faults/faults';
import type { Fault, FaultEffect, FaultKind } from '@/lib/replay/faults/faults';
import { faultFields, faultNames, newFault, withNumber, type FaultField } from './fault-fields';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

/** The what-if's faults, each with its numbers; adds, changes and removes them. */
export function FaultsPanel() {
  const { store } = useWorkbench();
  // Without delay: a key changes the number that is shown.
  const faults = useOfFrame((frame) => frame.faults);
  const { replay } = useLateFrame();
  // What is drawn may be older than the last change: each goes on from the store's faults.
  const change = (index: number, label: string, value: number, { by }: ChangedBy): void =>
    store.setFaults(
      withNumber(store.frame().faults, store.session, { index, label }, value),
      by === 'keys' ? `fault ${index} ${label}` : null,
    );
  const remove = (index: number): void =>
    store.setFaults(store.frame().faults.filter((_, i) => i !== index));
  return (
    <section aria-label="Faults" className="border-t border-line2 py-2.5">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="font-medium">
          Faults{faults.length > 0 ? ` · ${formatInteger(faults.length)}` : ''}
        </h3>
        {faults.length > 0 ? (
          <Button
            size="small"
            variant="quiet"
            className="-mr-2"
            onClick={() => store.setFaults([])}
          >
            Clear all
          </Button>
        ) : null}
      </div>
      {faults.length === 0 ? (
        <p className="text-sm text-ink3">No faults injected.</p>
      ) : (
        <ul>
          {faults.map((fault, index) => (
            <FaultRow
              key={index}
              fault={fault}
              effect={replay.faults[index]}
              onChange={(...changed) => change(index, ...changed)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      {faults.length < MOST_FAULTS ? <AddFault /> : null}
    </section>
  );
}

function AddFault() {
  const { store } = useWorkbench();
  return (
    <select
      aria-label="Add a fault"
      className="mt-1.5 h-7 w-full min-w-0 rounded-md border border-line bg-panel px-1.5 text-ink2"
      value=""
      onChange={(event) => {
        const kind = event.currentTarget.value as FaultKind;
        const { faults, step, replay, settings } = store.frame();
        const window = Number(settings['window'] ?? replay.limit ?? 200_000);
        store.setFaults([...faults, newFault(kind, store.session, { step, window })]);
      }}
    >
      <option value="">Add a fault…</option>
      <Options of={faultKinds.map((kind) => [kind, faultNames[kind]])} />
    </select>
  );
}

/** Changes the number with a label. */
type FaultChange = (label: string, value: number, how: ChangedBy) => void;

function FaultRow(props: {
  readonly fault: Fault;
  readonly effect: FaultEffect | undefined;
  readonly onChange: FaultChange;
  readonly onRemove: () => void;
}) {
  const { fault, effect, onChange, onRemove } = props;
  const { store } = useWorkbench();
  const words = describeFault(fault);
  return (
    <li data-fault={formatFault(fault)} className="border-b border-line2 py-1.5 last:border-b-0">
      <div className="flex items-start gap-1.5">
        <RailMark kind="fault" />
        <span className="min-w-0 flex-1">{words}</span>
        <button
          type="button"
          aria-label={`Remove: ${words}`}
          className="rounded p-0.5 text-ink3 hover:text-ink"
          onClick={onRemove}
        >
          <X size={13} aria-hidden="true" />
        </button>
      </div>
      <div className="flex flex-wrap gap-x-3 pl-[18px]">
        {faultFields(fault, store.session).map((field) => (
          <FieldRow key={field.label} field={field} onChange={onChange} />
        ))}
      </div>
      {effect === undefined ? null : (
        <p className={`pl-[18px] text-sm ${effect.step < 0 ? 'text-threshold' : 'text-ink3'}`}>
          <ForeignText text={effect.text} />
        </p>
      )}
    </li>
  );
}

function FieldRow(props: { readonly field: FaultField; readonly onChange: FaultChange }) {
  const { field, onChange } = props;
  const { store } = useWorkbench();
  const { label, value, min, max, integer, unit } = field;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-ink3">
      {label.toLowerCase()}
      <NumberField
        label={`${label} of the fault`}
        value={value}
        format={integer ? formatInteger : (number) => formatFactor(number, 4).replace('×', '')}
        min={min}
        max={max}
        step={integer ? 1 : 0.1}
        integer={integer}
        unit={unit}
        onCommit={(next, how) => onChange(label, next, how)}
        onLeave={store.endGesture}
        className={max > 100_000 ? 'w-20' : 'w-14'}
      />
    </span>
  );
}
