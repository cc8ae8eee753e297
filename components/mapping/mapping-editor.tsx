'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import type { MappingHead, SavedMapping } from '@/lib/api/mapping-contract';
import { formatInteger } from '@/lib/base/format';
import type { Mapping } from '@/lib/importers/mapped/mapping';
import { previewMapping, type MappingPreview } from '@/lib/importers/mapped/preview';
import { FormatChoice } from './format-choice';
import { ImportActions } from './import-actions';
import { MappingForm } from './mapping-form';
import { PreviewTable } from './preview-table';

/** The form of a mapping beside what it makes of the first records, as the user edits it. */
export function MappingEditor({
  id,
  head,
  saved,
}: {
  readonly id: string;
  readonly head: MappingHead;
  readonly saved: readonly SavedMapping[];
}) {
  const [mapping, setMapping] = useState<Mapping>(head.guess);
  const shown = useDeferredValue(mapping);
  const preview = useMemo(
    () => previewMapping(head.records, head.input, shown),
    [head.records, head.input, shown],
  );
  return (
    <>
      <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{head.file}</h2>
      <p className="mt-1 max-w-4xl text-ink2">
        {head.error?.message} The file is kept until {minute(head.keptUntil)}. Say below what its
        fields are; the first records show what becomes of them.
        {head.masked > 0
          ? ` ${formatInteger(head.masked)} ${head.masked === 1 ? 'secret is' : 'secrets are'} masked here.`
          : ''}
      </p>
      <FormatChoice id={id} formats={head.formats} />
      <div className="mt-4 grid items-start gap-x-6 gap-y-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <MappingForm
          head={head}
          saved={saved}
          mapping={mapping}
          unmatched={preview.unmatched}
          onChange={setMapping}
        />
        <div className="min-w-0">
          <ImportActions id={id} mapping={mapping} steps={preview.steps} />
          <section aria-label="Preview" className="mt-4">
            <p role="status" className="mb-2 text-ink2 tabular-nums">
              {summaryOf(preview)}
            </p>
            <PreviewTable rows={preview.rows} />
          </section>
        </div>
      </div>
    </>
  );
}

const minute = (milliseconds: number): string =>
  new Date(milliseconds).toLocaleString('sv-SE').slice(0, 16);

const counted = (count: number, one: string): string =>
  `${formatInteger(count)} ${one}${count === 1 ? '' : 's'}`;

function summaryOf({ rows, sessions, steps, receipt, error }: MappingPreview): string {
  const head = `First ${counted(rows.length, 'record')}: `;
  const dropped = receipt.dropped.reduce((sum, line) => sum + line.records, 0);
  const left = dropped === 0 ? '' : `, ${formatInteger(dropped)} dropped`;
  if (error !== null) return `${head}${formatInteger(receipt.kept)} kept${left}. ${error}`;
  return `${head}${formatInteger(receipt.kept)} kept${left}; ${counted(sessions, 'session')}, ${counted(steps, 'step')}.`;
}
