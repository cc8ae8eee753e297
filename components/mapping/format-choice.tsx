'use client';

import { Button } from '@/components/ui/button';
import type { MappingHead } from '@/lib/api/mapping-contract';
import { useMapImport } from '@/lib/api/mapping-queries';
import { ImportOutcome } from './import-outcome';

/** The formats that claim the file, each to be taken as it is. */
export function FormatChoice({
  id,
  formats,
}: {
  readonly id: string;
  readonly formats: MappingHead['formats'];
}) {
  const read = useMapImport(id);
  if (formats.length === 0) return null;
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-ink2">Formats that claim it:</span>
        {formats.map(({ id: format, label }) => (
          <Button key={format} disabled={read.isPending} onClick={() => read.mutate({ format })}>
            Read as {label}
          </Button>
        ))}
      </div>
      <ImportOutcome id={id} sent={read.data !== undefined} fault={read.error} />
    </div>
  );
}
