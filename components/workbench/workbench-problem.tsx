'use client';

import Link from 'next/link';
import { Button } from '@/components/ui/button';
import type { ApiError } from '@/lib/api/api-error';

/** A session that could not be loaded: why, and what to try. */
export function WorkbenchProblem({
  error,
  onRetry,
}: {
  readonly error: ApiError;
  readonly onRetry: () => void;
}) {
  return (
    <main id="main" className="mx-auto flex min-h-full max-w-xl flex-col justify-center px-6 py-12">
      <p className="text-sm font-medium text-overflow">Error</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">
        This session could not be loaded
      </h1>
      <p role="alert" className="mt-3 text-ink2">
        {error.message} {error.hint}
      </p>
      <div className="mt-5 flex gap-3">
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
        <Link href="/" className="flex h-7 items-center rounded-md border px-2.5 hover:bg-sel">
          To the library
        </Link>
      </div>
    </main>
  );
}
