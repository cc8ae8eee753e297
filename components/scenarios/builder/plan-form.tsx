'use client';

import { Plus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Options } from '@/components/ui/options';
import { About } from '@/components/ui/about';
import { counted } from '@/lib/engine/base/format';
import { NumberInput } from './number-input';
import { PartList } from './part-list';
import {
  changeAt,
  conditionSections,
  turnSections,
  valueAt,
  windowSection,
  type PlanField,
  type PlanSection,
} from './plan-fields';
import type { PlanDraft } from './use-builder';

/** Every field of a plan; the turns of an imported file stay as they are. */
export function PlanForm({ form }: { readonly form: PlanDraft }) {
  const draw = (section: PlanSection): ReactNode => (
    <FieldSection key={section.title} section={section} form={form} />
  );
  return (
    <div className="-mt-px">
      {draw(windowSection)}
      {form.draft.fixed.length > 0 ? <FixedTurns form={form} /> : turnSections.map(draw)}
      {conditionSections.map(draw)}
    </div>
  );
}

function FixedTurns({ form: { draft, edit } }: { readonly form: PlanDraft }) {
  return (
    <FormSection title="Turns">
      <p>{counted(draft.fixed.length, 'turn')} as imported.</p>
      <p className="mb-1 text-sm text-ink2">Everything else can be changed.</p>
      <Button className="justify-self-start" onClick={() => edit({ fixed: [] })}>
        Replace by turns of one shape
      </Button>
    </FormSection>
  );
}

interface SectionProps {
  readonly section: PlanSection;
  readonly form: PlanDraft;
}

function FieldSection({ section: { title, list, fields }, form }: SectionProps) {
  const { draft, edit } = form;
  const items = list ? draft[list.path] : [];
  const add = list ? (
    <Button
      size="small"
      variant="quiet"
      disabled={items.length >= list.most}
      onClick={() => edit({ [list.path]: [...items, list.fresh(items.length)] })}
    >
      <Plus size={12} aria-hidden="true" /> {list.add}
    </Button>
  ) : null;
  return (
    <FormSection title={title} aside={add}>
      {list ? <PartList list={list} form={form} /> : null}
      {fields
        .filter(({ applies }) => applies?.(draft) !== false)
        .map((field) => (
          <FieldRow key={field.path} field={field} form={form} />
        ))}
    </FormSection>
  );
}

/** A group of the form under a heading. */
function FormSection(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line2 px-4 py-2.5">
      <div className="mb-1 flex min-h-6 items-center justify-between gap-3">
        <h2 id={id} className="text-xs font-semibold text-ink3">
          {props.title}
        </h2>
        {props.aside}
      </div>
      <div className="grid gap-1">{props.children}</div>
    </section>
  );
}

interface FieldProps {
  readonly field: PlanField;
  readonly form: PlanDraft;
}

/** A label with its control, and the field's error below. */
function FieldRow({ field, form }: FieldProps) {
  const id = useId();
  const { path, label, hint } = field;
  const error = form.errors.get(path);
  return (
    <div>
      <div className="flex min-h-7 items-center justify-between gap-3">
        <span className="flex min-w-0 items-center">
          <label htmlFor={id}>{label}</label>
          {hint === undefined || hint === '' ? null : <About name={label} text={hint} />}
        </span>
        <Control field={field} form={form} id={id} />
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} data-error={path} className="text-right text-sm text-overflow">
          {error}.
        </p>
      )}
    </div>
  );
}

function Control({ field, form, id }: FieldProps & { readonly id: string }) {
  const { path, kind, unit = '', step, whole, options = [] } = field;
  const value = valueAt(form.draft, path);
  const onChange = (next: string | number | boolean): void =>
    form.edit(changeAt(form.draft, path, next));
  const width = 'w-44 shrink-0 max-lg:w-36';
  switch (kind) {
    case 'number':
      return (
        <NumberInput
          id={id}
          value={Number(value)}
          error={form.errors.get(path)}
          errorId={`${id}-error`}
          className={width}
          {...{ unit, step, whole, onChange }}
        />
      );
    case 'check':
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="size-4 accent-(--accent)"
        />
      );
    case 'choice':
      return (
        <select
          id={id}
          className={classNames('h-7 rounded border border-line bg-bg px-1 text-sm', width)}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <Options of={options} />
        </select>
      );
    case 'text':
      return (
        <input
          id={id}
          aria-describedby={`${id}-error`}
          autoComplete="off"
          spellCheck={false}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="h-7 w-44 rounded border border-line bg-bg px-1.5 font-mono text-sm"
        />
      );
  }
}
