'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { useChangeMappings, useMapImport } from '@/lib/api/queries/mapping-queries';
import type { Mapping } from '@/lib/readers/importers/mapped/mapping';
import { ImportOutcome } from './import-outcome';

/** Imports the file by the mapping, and saves the mapping for the next one. */
export function ImportActions(props: {
  readonly id: string;
  readonly mapping: Mapping;
  /** Count of steps in the first records. */
  readonly steps: number;
}) {
  const { id, mapping, steps } = props;
  const [name, setName] = useState('');
  const read = useMapImport(id);
  const change = useChangeMappings();
  const named = name.trim() === '' ? {} : { name: name.trim() };
  return (
    <div className="border-b pb-3">
      <div className="flex flex-wrap items-end gap-2">
        <label className="min-w-56 flex-1">
          <span className="text-sm text-ink2">Save this mapping under a name</span>
          <input
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            autoComplete="off"
            className="mt-0.5 block h-7 w-full rounded-md border border-line bg-panel px-2"
          />
        </label>
        <Button
          variant="primary"
          disabled={read.isPending}
          onClick={() => read.mutate({ mapping, ...named })}
        >
          {name.trim() === '' ? 'Import' : 'Save and import'}
        </Button>
        <Button
          disabled={name.trim() === '' || change.isPending}
          onClick={() => change.mutate({ name: name.trim(), mapping })}
        >
          Save
        </Button>
      </div>
      {steps === 0 ? (
        <p className="mt-2 text-sm text-ink2">The first records contain no model call yet.</p>
      ) : null}
      <FaultNote fault={change.error} className="mt-2" />
      {change.data ? (
        <p role="status" className="mt-2 text-ink2">
          Saved as {change.data.name}.
        </p>
      ) : null}
      <ImportOutcome id={id} sent={read.data !== undefined} fault={read.error} />
    </div>
  );
}
