'use client';

import { useId, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { NumberInput } from './number-input';
import { usePlanForm } from './plan-form';

/** A group of the form under a heading. */
export function FormSection({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line2 px-4 py-2.5">
      <div className="mb-1 flex min-h-6 items-center justify-between gap-3">
        <h2 id={id} className="text-xs font-semibold text-ink3">
          {title}
        </h2>
        {aside}
      </div>
      <div className="grid gap-1">{children}</div>
    </section>
  );
}

/** Why a field cannot be run, beside it. */
export function FieldError({ id, path }: { readonly id?: string; readonly path: string }) {
  const { errors } = usePlanForm();
  const error = errors.get(path);
  return error === undefined ? null : (
    <p id={id} data-error={path} className="text-right text-sm text-overflow">
      {error}.
    </p>
  );
}

/** A label with its control, and what is wrong with it below. */
export function FormRow({
  label,
  hint,
  path,
  children,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The field whose error is shown. */
  readonly path: string;
  readonly children: (ids: { readonly control: string; readonly error: string }) => ReactNode;
}) {
  const control = useId();
  const error = useId();
  return (
    <div>
      <div className="flex min-h-7 items-center justify-between gap-3">
        <label
          htmlFor={control}
          title={hint}
          className={classNames(hint !== undefined && 'cursor-help')}
        >
          {label}
        </label>
        {children({ control, error })}
      </div>
      <FieldError id={error} path={path} />
    </div>
  );
}

/** Properties of {@link NumberRow}. */
export interface NumberRowProps {
  readonly label: string;
  readonly hint?: string;
  readonly path: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly unit?: string;
  readonly step?: number;
  readonly whole?: boolean;
}

/** A labelled number. */
export function NumberRow({ label, hint, path, unit, ...rest }: NumberRowProps) {
  const { errors } = usePlanForm();
  return (
    <FormRow label={label} hint={hint} path={path}>
      {({ control, error }) => (
        <NumberInput
          id={control}
          error={errors.get(path)}
          errorId={error}
          unit={unit ?? ''}
          className="w-44 shrink-0 max-lg:w-36"
          {...rest}
        />
      )}
    </FormRow>
  );
}

/** One of a few words. */
export function ChoiceRow<V extends string>({
  label,
  hint,
  path,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly path: string;
  readonly value: V;
  readonly options: readonly (readonly [value: V, text: string])[];
  readonly onChange: (value: V) => void;
}) {
  return (
    <FormRow label={label} hint={hint} path={path}>
      {({ control }) => (
        <select
          id={control}
          className="h-7 w-44 shrink-0 rounded border border-line bg-bg px-1 text-sm max-lg:w-36"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as V)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FormRow>
  );
}

/** Yes or no. */
export function CheckRow({
  label,
  hint,
  path,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly path: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <FormRow label={label} hint={hint} path={path}>
      {({ control }) => (
        <input
          id={control}
          type="checkbox"
          checked={value}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="size-4 accent-(--accent)"
        />
      )}
    </FormRow>
  );
}
