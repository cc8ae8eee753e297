'use client';

import { useState } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import { useSession } from '@/lib/api/queries/queries';
import { formatInteger } from '@/lib/engine/base/format';

type Receipt = NonNullable<ImportRecord['receipt']>;
type Line = Receipt['merged'][number];

/** Sessions whose notices a receipt shows; the others' are on their pages. */
const NOTICED = 5;

/** Outcome of every record of a trace: read = kept + merged + dropped. */
export function ImportReceipt(props: { readonly record: ImportRecord; readonly receipt: Receipt }) {
  const { record, receipt } = props;
  const [open, setOpen] = useState(false);
  const { read, kept, merged, dropped, remarks, incomplete = [] } = receipt;
  return (
    <details className="mt-1 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-ink2 hover:text-ink">
        Receipt: {formatInteger(read)} read, {formatInteger(kept)} kept, {total(merged)} merged,{' '}
        {total(dropped)} dropped{lossText(receipt)}
      </summary>
      <div className="mt-1.5 space-y-2 border-l border-line pl-2.5">
        <Lines label="Merged" lines={merged} />
        <Lines
          label="Dropped: no part of a request"
          lines={dropped.filter((line) => line.lost !== true)}
        />
        <Lines
          label="Lost: could not be read or placed"
          lines={dropped.filter((line) => line.lost === true)}
        />
        {incomplete.map((what) => (
          <p key={what} className="text-overflow">
            May be incomplete: <ForeignText text={what} />
          </p>
        ))}
        {remarks.length > 0 ? (
          <ul className="text-ink2">
            {remarks.map((remark) => (
              <li key={remark}>
                <ForeignText text={remark} />
              </li>
            ))}
          </ul>
        ) : null}
        {open
          ? record.sessions.slice(0, NOTICED).map(({ id }) => <SessionNotices key={id} id={id} />)
          : null}
        {merged.length + dropped.length + remarks.length === 0 ? (
          <p className="text-ink2">Every record was kept as it is.</p>
        ) : null}
      </div>
    </details>
  );
}

/** The share of the dropped records that is lost; empty where none is, and for receipts that did not count it. */
function lossText({ lost, incomplete }: Pick<Receipt, 'lost' | 'incomplete'>): string {
  if (lost === undefined) return '';
  if (lost === 0 && incomplete !== undefined) return '; may be incomplete';
  return lost === 0 ? '' : `; ${formatInteger(lost)} of them lost`;
}

const total = (lines: readonly Line[]): string =>
  formatInteger(lines.reduce((sum, { records }) => sum + records, 0));

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <p className="text-xs font-semibold text-ink3">{label}</p>
      <ul>
        {lines.map(({ reason, records, at }) => (
          <li key={reason} className="flex gap-2">
            <span className="w-10 shrink-0 text-right">{formatInteger(records)}</span>
            <span className="min-w-0">
              <ForeignText text={reason} />{' '}
              <span className="text-ink3">
                <ForeignText text={places(at)} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "lines 3, 9, 12": the first places something was seen. */
function places(at: readonly (string | number)[]): string {
  if (at.length === 0) return '';
  const numbers = at.every((place) => typeof place === 'number');
  const word = numbers ? (at.length === 1 ? 'line ' : 'lines ') : '';
  return `${word}${at.map((place) => (typeof place === 'number' ? formatInteger(place) : place)).join(', ')}`;
}

/** The readable oddities of a session. */
function SessionNotices({ id }: { readonly id: string }) {
  const { data } = useSession(id);
  if (!data || data.notices.length === 0) return null;
  return (
    <div>
      <p className="truncate text-xs font-semibold text-ink3">
        Notices: <ForeignText text={data.row.name} />
      </p>
      <ul className="text-ink2">
        {data.notices.map(({ code, message, at, times }) => (
          <li key={code}>
            <ForeignText text={message} /> {times > 1 ? `${formatInteger(times)} times. ` : ''}
            <span className="text-ink3">
              <ForeignText text={places(at)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
