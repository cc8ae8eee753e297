'use client';

import { X } from 'lucide-react';
import { Fragment, useId } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { NumberInput } from './number-input';
import type { Part, PlanList } from './plan-fields';
import type { PlanDraft } from './use-builder';

interface ListProps {
  readonly list: PlanList;
  readonly form: PlanDraft;
}

/** Rows of a name and a few numbers each; a row's error is shown below it. */
export function PartList({ list, form }: ListProps) {
  const { path, nameHead, columns } = list;
  const items: readonly Part[] = form.draft[path];
  if (items.length === 0) return <p className="text-sm text-ink3">None.</p>;
  const put = (next: readonly Part[]): void => form.edit({ [path]: next });
  const tracks = `minmax(0,1.5fr) minmax(0,1.15fr) ${'minmax(0,0.8fr) '.repeat(columns.length - 1)} 24px`;
  return (
    <div className="grid items-center gap-x-1.5 gap-y-1" style={{ gridTemplateColumns: tracks }}>
      <span className="text-xs text-ink3">{nameHead}</span>
      {columns.map(({ key, head, label }) => (
        <span key={key} className="truncate text-right text-xs text-ink3" title={label}>
          {head}
        </span>
      ))}
      <span />
      {items.map((item, index) => (
        <Row
          key={index}
          {...{ list, form, item, index }}
          onChange={(key, value) => put(items.with(index, { ...item, [key]: value }))}
          onRemove={() => put(items.toSpliced(index, 1))}
        />
      ))}
    </div>
  );
}

function Row(
  props: ListProps & {
    readonly item: Part;
    readonly index: number;
    readonly onChange: (key: string, value: string | number) => void;
    readonly onRemove: () => void;
  },
) {
  const { list, form, item, index, onChange, onRemove } = props;
  const { nameKey, columns } = list;
  const noun = `${list.noun} ${index + 1}`;
  const place = `${list.path}.${index}`;
  const errorId = useId();
  const errorOf = (key: string): string | undefined => form.errors.get(`${place}.${key}`);
  const faults = [{ key: nameKey, label: 'Name' }, ...columns].flatMap(({ key, label }) => {
    const fault = errorOf(key);
    return fault === undefined ? [] : [`${label}: ${fault}.`];
  });
  const named = errorOf(nameKey);
  return (
    <Fragment>
      <input
        aria-label={`Name of ${noun}`}
        aria-invalid={named !== undefined}
        aria-describedby={named === undefined ? undefined : errorId}
        autoComplete="off"
        spellCheck={false}
        value={item[nameKey]}
        onChange={(event) => onChange(nameKey, event.currentTarget.value)}
        className={classNames(
          'h-7 min-w-0 rounded border bg-bg px-1.5 font-mono text-sm',
          named === undefined ? 'border-line' : 'border-overflow',
        )}
      />
      {columns.map(({ key, label, step }) => (
        <NumberInput
          key={key}
          label={`${label} of ${noun}`}
          value={Number(item[key])}
          step={step}
          error={errorOf(key)}
          errorId={errorId}
          onChange={(value) => onChange(key, value)}
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
