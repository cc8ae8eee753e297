'use client';

import Link from 'next/link';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { FaultNote } from '@/components/ui/fault-note';
import type { ApiError } from '@/lib/api/api-error';
import { useImports } from '@/lib/api/queries/import-queries';
import { counted, formatInteger } from '@/lib/engine/base/format';

/** Sessions named one by one. */
const MOST_NAMED = 10;

/** The import after sending: progress, sessions, or the error. */
export function ImportOutcome(props: {
  readonly id: string;
  readonly sent: boolean;
  readonly fault: ApiError | null;
}) {
  const { id, sent, fault } = props;
  if (fault !== null) return <FaultNote fault={fault} className="mt-2" />;
  return sent ? <Followed id={id} /> : null;
}

function Followed({ id }: { readonly id: string }) {
  const { data } = useImports([id]);
  const record = data?.[0];
  if (record?.status === 'failed') {
    return (
      <p role="alert" className="mt-2 text-overflow">
        Not imported. <ForeignText text={record.error?.message ?? ''} />
      </p>
    );
  }
  if (record?.status !== 'done') {
    return (
      <p role="status" className="mt-2 text-ink2">
        Reading, {formatInteger(record?.records ?? 0)} records
      </p>
    );
  }
  const { sessions, sessionCount, duplicateOf, receipt } = record;
  return (
    <div role="status" className="mt-2">
      <p className="text-ink2">
        {duplicateOf === null ? 'Imported' : 'In the library already'}:{' '}
        {counted(sessionCount, 'session')}
        {receipt === null
          ? ''
          : `; ${formatInteger(receipt.kept)} of ${formatInteger(receipt.read)} records kept`}
        .
      </p>
      <ul>
        {sessions.slice(0, MOST_NAMED).map((session) => (
          <li key={session.id}>
            <Link
              href={`/sessions/${session.id}`}
              prefetch={false}
              className="text-accent hover:underline"
            >
              <ForeignText text={session.name} />
            </Link>{' '}
            <span className="text-ink3">{counted(session.steps, 'step')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
