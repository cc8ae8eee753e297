'use client';

import { classNames } from '@/components/ui/class-names';
import { formatInteger } from '@/lib/base/format';
import { fieldLabels } from '@/lib/importers/mapped/mapping';
import type { PreviewRow } from '@/lib/importers/mapped/preview';

/** The first records: as they are in the file, and what was read. */
export function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }) {
  if (rows.length === 0) {
    return <p className="border-t py-3 text-ink2">There is no record at this place.</p>;
  }
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="First records">
      <table className="w-full min-w-2xl table-fixed">
        <caption className="sr-only">The first records, and what each was read as</caption>
        <thead>
          <tr className="border-b text-left text-sm text-ink2">
            <th scope="col" className="w-16 py-1 pr-3 font-normal">
              record
            </th>
            <th scope="col" className="w-5/12 py-1 pr-4 font-normal">
              in the file
            </th>
            <th scope="col" className="py-1 font-normal">
              read as
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <Row key={i} row={row} number={i + 1} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, number }: { readonly row: PreviewRow; readonly number: number }) {
  const { at, raw, role, text, real, output, dropped, fields } = row;
  return (
    <tr className="border-b border-line2 align-top">
      <th
        scope="row"
        className="py-1.5 pr-3 text-left font-normal text-ink3 tabular-nums"
        title={String(at)}
      >
        {formatInteger(number)}
      </th>
      <td className="py-1.5 pr-4">
        <pre
          tabIndex={0}
          className="max-h-40 overflow-auto font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-ink2"
        >
          {raw}
        </pre>
      </td>
      <td className="py-1.5">
        <p className={classNames('[overflow-wrap:anywhere]', dropped !== null && 'text-overflow')}>
          {dropped === null ? (
            <>
              <span className="font-medium">{role}</span> {text}
            </>
          ) : (
            `dropped: ${dropped}`
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
                <dd className="truncate font-mono" title={excerpt}>
                  {excerpt}
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
  const told = (count: number | null, what: string): readonly string[] =>
    count === null ? [] : [`${formatInteger(count)} ${what}`];
  return [...told(real, 'prompt tokens'), ...told(output, 'output tokens')].join(' · ');
}
