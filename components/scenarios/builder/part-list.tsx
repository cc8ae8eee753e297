'use client';

import { X } from 'lucide-react';
import { Fragment, useId } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { NumberInput } from './number-input';
import { usePlanForm } from './plan-form';

/** A column of numbers. */
interface NumberColumn<K> {
  readonly key: K;
  readonly head: string;
  /** In full, for the field's name. */
  readonly label: string;
  readonly step: number;
}

/** Rows of a name and a few numbers each; what is wrong with a row stands below it. */
export function PartList<N extends string, K extends string>({
  items,
  path,
  noun,
  nameKey,
  numbers,
  onChange,
}: {
  readonly items: readonly Readonly<Record<N, string> & Record<K, number>>[];
  readonly path: string;
  readonly noun: string;
  readonly nameKey: N;
  readonly numbers: readonly NumberColumn<K>[];
  readonly onChange: (items: (Record<N, string> & Record<K, number>)[]) => void;
}) {
  if (items.length === 0) return <p className="text-sm text-ink3">None.</p>;
  const change = (index: number, field: Partial<Record<N, string> & Record<K, number>>): void =>
    onChange(items.map((item, i) => (i === index ? { ...item, ...field } : { ...item })));
  const columns = `minmax(0,1.5fr) minmax(0,1.15fr) ${'minmax(0,0.8fr) '.repeat(numbers.length - 1)} 24px`;
  return (
    <div className="grid items-center gap-x-1.5 gap-y-1" style={{ gridTemplateColumns: columns }}>
      <span className="text-xs text-ink3">{nameKey === 'name' ? 'Name' : 'Type'}</span>
      {numbers.map(({ key, head, label }) => (
        <span key={key} className="truncate text-right text-xs text-ink3" title={label}>
          {head}
        </span>
      ))}
      <span />
      {items.map((item, index) => (
        <Row
          key={index}
          item={item}
          place={`${path}.${index}`}
          noun={`${noun} ${index + 1}`}
          nameKey={nameKey}
          numbers={numbers}
          onChange={(field) => change(index, field)}
          onRemove={() => onChange(items.filter((_, i) => i !== index).map((one) => ({ ...one })))}
        />
      ))}
    </div>
  );
}

function Row<N extends string, K extends string>({
  item,
  place,
  noun,
  nameKey,
  numbers,
  onChange,
  onRemove,
}: {
  readonly item: Readonly<Record<N, string> & Record<K, number>>;
  readonly place: string;
  readonly noun: string;
  readonly nameKey: N;
  readonly numbers: readonly NumberColumn<K>[];
  readonly onChange: (field: Partial<Record<N, string> & Record<K, number>>) => void;
  readonly onRemove: () => void;
}) {
  const { errors } = usePlanForm();
  const errorId = useId();
  const faults = [nameKey, ...numbers.map(({ key }) => key)].flatMap((key) => {
    const fault = errors.get(`${place}.${key}`);
    const head = numbers.find((one) => one.key === key)?.label ?? 'Name';
    return fault === undefined ? [] : [`${head}: ${fault}.`];
  });
  const named = errors.get(`${place}.${nameKey}`);
  return (
    <Fragment>
      <input
        aria-label={`Name of ${noun}`}
        aria-invalid={named !== undefined}
        aria-describedby={named === undefined ? undefined : errorId}
        autoComplete="off"
        spellCheck={false}
        value={item[nameKey]}
        onChange={(event) =>
          onChange({ [nameKey]: event.currentTarget.value } as Partial<typeof item>)
        }
        className={classNames(
          'h-7 min-w-0 rounded border bg-bg px-1.5 font-mono text-sm',
          named === undefined ? 'border-line' : 'border-overflow',
        )}
      />
      {numbers.map(({ key, label, step }) => (
        <NumberInput
          key={key}
          label={`${label} of ${noun}`}
          value={item[key]}
          step={step}
          error={errors.get(`${place}.${key}`)}
          errorId={errorId}
          onChange={(value) => onChange({ [key]: value } as Partial<typeof item>)}
        />
      ))}
      <Button
        variant="quiet"
        size="small"
        className="px-1.5"
        aria-label={`Remove ${noun}`}
        onClick={onRemove}
      >
        <X size={12} aria-hidden="true" />
      </Button>
      {faults.length === 0 ? null : (
        <p id={errorId} data-error={place} className="col-span-full text-sm text-overflow">
          {faults.join(' ')}
        </p>
      )}
    </Fragment>
  );
}
