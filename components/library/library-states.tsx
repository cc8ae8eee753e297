'use client';

import { Button } from '@/components/ui/button';
import type { ApiError } from '@/lib/api/api-error';

const ROWS = [62, 48, 71, 55, 66, 43, 58, 69, 51, 64, 46, 60];

/** The table's frame while the list is fetched. */
export function LibrarySkeleton() {
  return (
    <div aria-busy="true" className="min-h-0 flex-1 overflow-hidden">
      <p role="status" className="sr-only">
        Loading sessions
      </p>
      <div aria-hidden="true" className="animate-pulse">
        <div className="h-[73px] border-b" />
        {ROWS.map((width, row) => (
          <div
            key={row}
            className="flex h-[44px] items-center gap-6 border-b border-line2 bg-panel px-12"
          >
            <div className="h-2.5 flex-1">
              <div className="h-full rounded bg-line" style={{ width: `${width}%` }} />
            </div>
            <div className="h-2.5 w-12 rounded bg-line" />
            <div className="h-2.5 w-24 rounded bg-line" />
            <div className="h-2.5 w-8 rounded bg-line" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The list could not be fetched. */
export function LibraryFault(props: { readonly error: ApiError; readonly onRetry: () => void }) {
  const { error, onRetry } = props;
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-1 flex-col justify-center px-6">
      <p className="text-sm font-medium text-overflow">Error</p>
      <h2 className="mt-1 text-2xl font-semibold tracking-tight">The sessions cannot be listed</h2>
      <p className="mt-2 text-ink2">
        {error.message} {error.hint ?? 'Nothing in the library was changed.'}
      </p>
      <div className="mt-4">
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
