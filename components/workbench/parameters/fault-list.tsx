'use client';

import { X } from 'lucide-react';
import { RailMark } from '@/components/charts/rail-mark';
import { NumberField, type ChangedBy } from '@/components/ui/numbers/number-field';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatExact } from '@/lib/engine/base/format';
import {
  describeFault,
  formatFault,
  type Fault,
  type FaultEffect,
} from '@/lib/engine/replay/faults/faults';
import { faultFields, withNumber, type FaultField } from './fault-fields';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

/** The what-if's faults, each with its numbers and its effect. */
export function FaultList() {
  const { store } = useWorkbench();
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
        format={formatExact}
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
