'use client';

import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { classNames } from '@/components/ui/class-names';
import { type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { formatInteger } from '@/lib/engine/base/format';
import { fieldLabels } from '@/lib/readers/importers/mapped/mapping';
import type { PreviewRow } from '@/lib/readers/importers/mapped/preview';

/** The first records, in the file and as read. */
export function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }) {
  if (rows.length === 0) {
    return <p className="border-t py-3 text-ink2">No record at this place.</p>;
  }
  return (
    <DataTable
      label="First records"
      caption="The first records, and what each was read as"
      className="w-full min-w-2xl table-fixed"
      headClass="border-b text-sm text-ink2"
      cellClass="py-1.5 pr-4 align-top"
      columns={columns}
      rows={rows}
      keyOf={(_, i) => i}
    />
  );
}

const columns: readonly Column<PreviewRow>[] = [
  {
    id: 'record',
    headClass: 'w-16',
    cellClass: 'text-ink3 tabular-nums',
    attributes: ({ at }) => ({ title: withoutControls(String(at)) }),
    cell: (_, i) => formatInteger(i + 1),
  },
  {
    id: 'in the file',
    headClass: 'w-5/12',
    cell: ({ raw }) => (
      <pre
        tabIndex={0}
        className="max-h-40 overflow-auto font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-ink2"
      >
        <ForeignText text={raw} />
      </pre>
    ),
  },
  { id: 'read as', cell: ReadAs },
];

function ReadAs({ role, text, real, output, dropped, fields }: PreviewRow) {
  return (
    <>
      <p className={classNames('[overflow-wrap:anywhere]', dropped !== null && 'text-overflow')}>
        {dropped === null ? (
          <>
            <span className="font-medium">{role}</span> <ForeignText text={text} />
          </>
        ) : (
          <ForeignText text={`dropped: ${dropped}`} />
        )}
      </p>
      {real === null && output === null ? null : (
        <p className="text-sm text-ink2 tabular-nums">{tokensText(real, output)}</p>
      )}
      <dl className="mt-1 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-2 text-sm text-ink3">
        {fields.map(({ field, excerpt }) =>
          excerpt === null ? null : (
            <div key={field} className="contents">
              <dt className="truncate">{fieldLabels[field]}</dt>
              <dd className="truncate font-mono" title={withoutControls(excerpt)}>
                <ForeignText text={excerpt} />
              </dd>
            </div>
          ),
        )}
      </dl>
    </>
  );
}

function tokensText(real: number | null, output: number | null): string {
  const counted = (count: number | null, what: string): readonly string[] =>
    count === null ? [] : [`${formatInteger(count)} ${what}`];
  return [...counted(real, 'prompt tokens'), ...counted(output, 'output tokens')].join(' · ');
}
