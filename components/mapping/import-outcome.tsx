'use client';

import Link from 'next/link';
import type { ApiError } from '@/lib/api/api-error';
import { useImports } from '@/lib/api/import-queries';
import { formatInteger } from '@/lib/base/format';

/** Sessions named one by one. */
const MOST_NAMED = 10;

/** How the import goes on once it was sent: its progress, its sessions, or why it failed again. */
export function ImportOutcome({
  id,
  sent,
  fault,
}: {
  readonly id: string;
  readonly sent: boolean;
  readonly fault: ApiError | null;
}) {
  if (fault !== null) {
    return (
      <p role="alert" className="mt-2 text-overflow">
        {fault.message} {fault.hint}
      </p>
    );
  }
  return sent ? <Followed id={id} /> : null;
}

function Followed({ id }: { readonly id: string }) {
  const { data } = useImports([id]);
  const record = data?.[0];
  if (record?.status === 'failed') {
    return (
      <p role="alert" className="mt-2 text-overflow">
        Not imported. {record.error?.message}
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
        {formatInteger(sessionCount)} {sessionCount === 1 ? 'session' : 'sessions'}
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
              {session.name}
            </Link>{' '}
            <span className="text-ink3">
              {formatInteger(session.steps)} {session.steps === 1 ? 'step' : 'steps'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
