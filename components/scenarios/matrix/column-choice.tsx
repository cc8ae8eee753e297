'use client';

import { Button } from '@/components/ui/button';
import { policies } from '@/lib/policies/registry';
import { allColumns, everyVersion, firstColumns, inOrder } from './matrix-view';

/** Checkboxes for every policy and preset; at least one stays selected. */
export function ColumnChoice(props: {
  readonly chosen: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
}) {
  const { chosen, onChange } = props;
  const toggle = (key: string, on: boolean): void => {
    const keys = inOrder(on ? [...chosen, key] : chosen.filter((one) => one !== key));
    if (keys.length > 0) onChange(keys);
  };
  return (
    <>
      <div className="mb-3 flex gap-2">
        <Button size="small" onClick={() => onChange(firstColumns)}>
          First {firstColumns.length}
        </Button>
        <Button size="small" onClick={() => onChange(everyVersion)}>
          Policies and versions
        </Button>
        <Button size="small" onClick={() => onChange(allColumns.map(({ key }) => key))}>
          All {allColumns.length}
        </Button>
      </div>
      {policies.map(({ id, label }) => (
        <fieldset key={id} className="border-t border-line2 py-2">
          <legend className="sr-only">{label}</legend>
          {allColumns
            .filter(({ policy }) => policy === id)
            .map((column) => (
              <label
                key={column.key}
                className={`flex items-baseline gap-2 py-0.5 ${column.preset === null ? 'font-medium' : 'pl-5 text-ink2'}`}
              >
                <input
                  type="checkbox"
                  checked={chosen.includes(column.key)}
                  onChange={(event) => toggle(column.key, event.currentTarget.checked)}
                />
                {column.label}
                <span className="ml-auto text-sm font-normal text-ink3">{column.version}</span>
              </label>
            ))}
        </fieldset>
      ))}
    </>
  );
}
