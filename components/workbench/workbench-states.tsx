'use client';

import Link from 'next/link';
import { MessagePage } from '@/components/ui/message';
import { Button } from '@/components/ui/button';
import type { ApiError } from '@/lib/api/api-error';
import type { SessionRecord } from '@/lib/api/contract/contract';
import { formatInteger } from '@/lib/engine/base/format';

/** A session that could not be loaded: reason and advice. */
export function WorkbenchProblem(props: {
  readonly error: ApiError;
  readonly onRetry: () => void;
}) {
  const { error, onRetry } = props;
  return (
    <MessagePage above="Error" title="This session could not be loaded">
      <p role="alert" className="mt-3 text-ink2">
        {error.message} {error.hint}
      </p>
      <div className="mt-5 flex gap-3">
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
        <Link
          href="/"
          prefetch={false}
          className="flex h-7 items-center rounded-md border px-2.5 hover:bg-sel"
        >
          To the library
        </Link>
      </div>
    </MessagePage>
  );
}

const BARS = [
  18, 26, 22, 34, 40, 38, 47, 55, 52, 61, 66, 74, 71, 80, 22, 30, 34, 41, 48, 46, 57, 63,
];

/** The frame of the workbench while its session loads. */
export function WorkbenchSkeleton() {
  return (
    <main id="main" aria-busy="true" className="flex h-full flex-col">
      <p role="status" className="sr-only">
        Loading the session
      </p>
      <div className="flex h-11 items-center gap-2 border-b border-line bg-panel px-4">
        <Link href="/" prefetch={false} className="text-ink2">
          Library
        </Link>
        <span className="ml-2 h-3 w-56 animate-pulse rounded bg-line" aria-hidden="true" />
      </div>
      <div className="flex h-[86px] items-center border-b border-line px-4" aria-hidden="true">
        <span className="h-4 w-2/3 animate-pulse rounded bg-line" />
      </div>
      <div
        className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_300px] xl:grid-cols-[minmax(0,1fr)_336px]"
        aria-hidden="true"
      >
        <div className="flex h-[46%] items-end gap-1 px-16 pt-10">
          {BARS.map((height, index) => (
            <span
              key={index}
              className="flex-1 animate-pulse rounded-t-sm bg-line2"
              style={{ height: `${height}%` }}
            />
          ))}
        </div>
        <div className="hidden border-l border-line bg-panel lg:block" />
      </div>
    </main>
  );
}

/** A session without a model call, hence without a replay. */
export function EmptySession({ record }: { readonly record: SessionRecord }) {
  return (
    <MessagePage above={record.row.name} title="This session holds no model call">
      <p className="mt-3 text-ink2">
        Its {formatInteger(record.row.entries)} entries were read, but none was ever sent to a
        model, so there is no step to replay.
      </p>
      <Link href="/" prefetch={false} className="mt-5 text-accent hover:underline">
        To the library
      </Link>
    </MessagePage>
  );
}
