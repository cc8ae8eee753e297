'use client';

import { MessagePage } from '@/components/ui/message';
import { Button } from '@/components/ui/button';

/** Replaces a workbench that threw; offers to open it without the link's view, a possible cause. */
export default function SessionError({
  error,
  reset,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  return (
    <MessagePage above="Error" title="The workbench could not be shown">
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
        <a href="/" className="flex h-7 items-center rounded-md border px-2.5 hover:bg-sel">
          To the library
        </a>
      </div>
    </MessagePage>
  );
}
