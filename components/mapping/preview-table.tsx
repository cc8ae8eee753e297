'use client';

import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { classNames } from '@/components/ui/class-names';
import { ScrollTable } from '@/components/ui/scroll-table';
import { formatInteger } from '@/lib/engine/base/format';
import { fieldLabels } from '@/lib/readers/importers/mapped/mapping';
import type { PreviewRow } from '@/lib/readers/importers/mapped/preview';

/** The first records, in the file and as read. */
export function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }) {
  if (rows.length === 0) {
    return <p className="border-t py-3 text-ink2">No record at this place.</p>;
  }
  return (
    <ScrollTable
      label="First records"
      caption="The first records, and what each was read as"
      className="w-full min-w-2xl table-fixed"
      head="border-b text-left text-sm text-ink2"
      heads={[
        ['record', 'w-16 py-1 pr-3'],
        ['in the file', 'w-5/12 py-1 pr-4'],
        ['read as', 'py-1'],
      ]}
    >
      {rows.map((row, i) => (
        <Row key={i} row={row} number={i + 1} />
      ))}
    </ScrollTable>
  );
}

function Row({ row, number }: { readonly row: PreviewRow; readonly number: number }) {
  const { at, raw, role, text, real, output, dropped, fields } = row;
  return (
    <tr className="border-b border-line2 align-top">
      <th
        scope="row"
        className="py-1.5 pr-3 text-left font-normal text-ink3 tabular-nums"
        title={withoutControls(String(at))}
      >
        {formatInteger(number)}
      </th>
      <td className="py-1.5 pr-4">
        <pre
          tabIndex={0}
          className="max-h-40 overflow-auto font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-ink2"
        >
          <ForeignText text={raw} />
        </pre>
      </td>
      <td className="py-1.5">
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
      </td>
    </tr>
  );
}

function tokensText(real: number | null, output: number | null): string {
  const counted = (count: number | null, what: string): readonly string[] =>
    count === null ? [] : [`${formatInteger(count)} ${what}`];
  return [...counted(real, 'prompt tokens'), ...counted(output, 'output tokens')].join(' · ');
}
