'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { MappingHead, SavedMapping } from '@/lib/api/contract/mapping-contract';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Mapping } from '@/lib/readers/importers/mapped/mapping';
import { previewMapping, type MappingPreview } from '@/lib/readers/importers/mapped/preview';
import { dateTime } from '@/components/library/table/clock';
import { Button } from '@/components/ui/button';
import { useMapImport } from '@/lib/api/queries/mapping-queries';
import { ImportActions } from './import-actions';
import { MappingForm } from './mapping-form';
import { PreviewTable } from './preview-table';
import { ImportOutcome } from './import-outcome';

/** The mapping's form beside a preview of the first records. */
export function MappingEditor(props: {
  readonly id: string;
  readonly head: MappingHead;
  readonly saved: readonly SavedMapping[];
}) {
  const { id, head, saved } = props;
  const [mapping, setMapping] = useState<Mapping>(head.guess);
  const shown = useDeferredValue(mapping);
  const preview = useMemo(
    () => previewMapping(head.records, head.input, shown),
    [head.records, head.input, shown],
  );
  return (
    <>
      <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">
        <ForeignText text={head.file} />
      </h2>
      <p className="mt-1 max-w-4xl text-ink2">
        {head.error?.message} The file is kept until {dateTime(head.keptUntil)}. Name its fields
        below; the preview shows the first records as read.
        {head.masked > 0 ? ` ${counted(head.masked, 'secret is', 'secrets are')} masked here.` : ''}
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
            <MappingAccount preview={preview} />
            <PreviewTable rows={preview.rows} />
          </section>
        </div>
      </div>
    </>
  );
}

function summaryOf({ rows, sessions, steps, receipt, error }: MappingPreview): string {
  const head = `First ${counted(rows.length, 'record')}: `;
  const dropped = receipt.dropped.reduce((sum, line) => sum + line.records, 0);
  const left = dropped === 0 ? '' : `, ${formatInteger(dropped)} dropped`;
  if (error !== null) return `${head}${formatInteger(receipt.kept)} kept${left}. ${error}`;
  return `${head}${formatInteger(receipt.kept)} kept${left}; ${counted(sessions, 'session')}, ${counted(steps, 'step')}.`;
}

/** Which numbers count what, and what the mapping leaves out or contradicts: to answer before the import. */
function MappingAccount({ preview: { counts, doubts } }: { readonly preview: MappingPreview }) {
  return (
    <>
      {doubts.length > 0 && (
        <div role="alert" className="mb-2 max-w-4xl">
          <p className="font-semibold">Is this mapping what you want?</p>
          <Sentences of={doubts} />
        </div>
      )}
      {counts.length > 0 && <Sentences of={counts} />}
    </>
  );
}

const Sentences = ({ of }: { readonly of: readonly string[] }) => (
  <ul className="mb-2 max-w-4xl list-disc pl-5 text-ink2 [overflow-wrap:anywhere]">
    {of.map((sentence) => (
      <li key={sentence}>
        <ForeignText text={sentence} />
      </li>
    ))}
  </ul>
);

/** Formats that recognise the file, each with a button to import as it. */
function FormatChoice(props: { readonly id: string; readonly formats: MappingHead['formats'] }) {
  const { id, formats } = props;
  const read = useMapImport(id);
  if (formats.length === 0) return null;
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-ink2">Recognised as:</span>
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
