'use client';

import './globals.css';

/** Replaces the whole document if the layout threw. */
export default function GlobalError({ retry }: { readonly retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto max-w-xl px-6 py-12">
          <h1 className="text-2xl font-semibold tracking-tight">
            Highwater could not start this page
          </h1>
          <p className="mt-3 text-ink2">
            Nothing in the library was changed. The server&rsquo;s output says what failed.
          </p>
          <button type="button" onClick={retry} className="mt-5 h-8 rounded-md border px-3">
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
