'use client';

import Link from 'next/link';
import { Button } from '@/components/ui/button';

/** Shown when the workbench threw: the view in the link may be the cause, so it can be dropped. */
export default function SessionError({
  error,
  reset,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  return (
    <main id="main" className="mx-auto flex min-h-full max-w-xl flex-col justify-center px-6 py-12">
      <p className="text-sm font-medium text-overflow">Error</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">
        The workbench could not be shown
      </h1>
      <p className="mt-3 text-ink2">
        The session itself is unchanged. Try again, or open it without the settings of this link.
      </p>
      <pre className="mt-4 overflow-x-auto border-l-2 border-overflow bg-panel px-3 py-2 whitespace-pre-wrap text-ink2">
        {error.message}
      </pre>
      <div className="mt-5 flex gap-3">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        <Button onClick={() => window.location.assign(window.location.pathname)}>
          Open without settings
        </Button>
        <Link href="/" className="flex h-7 items-center rounded-md border px-2.5 hover:bg-sel">
          To the library
        </Link>
      </div>
    </main>
  );
}
