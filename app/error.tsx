'use client';

import { MessagePage } from '@/components/ui/message';

/** Replaces a page that threw while rendering. */
export default function PageError({
  error,
  retry,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly retry: () => void;
}) {
  return (
    <MessagePage above="Error" title="This page could not be shown">
      <p className="mt-3 text-ink2">
        Nothing in the library was changed. Try again; if it happens again, the line below and the
        server&rsquo;s output say what failed.
      </p>
      <pre className="mt-4 overflow-x-auto border-l-2 border-overflow bg-panel px-3 py-2 whitespace-pre-wrap text-ink2">
        {error.message}
        {error.digest === undefined ? '' : `\ndigest ${error.digest}`}
      </pre>
      <div className="mt-5 flex gap-3">
        <button
          type="button"
          onClick={retry}
          className="h-8 rounded-md bg-accent px-3 font-medium text-on-accent"
        >
          Try again
        </button>
        <a href="/" className="flex h-8 items-center rounded-md border px-3 hover:bg-sel">
          To the library
        </a>
      </div>
    </MessagePage>
  );
}
