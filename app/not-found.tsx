import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = { title: 'Not found' };

/** Shown for an address that names no page and no session. */
export default function NotFound() {
  return (
    <main id="main" className="mx-auto flex min-h-full max-w-xl flex-col justify-center px-6 py-12">
      <p className="text-sm font-medium text-ink3">404</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">
        There is nothing at this address
      </h1>
      <p className="mt-3 text-ink2">
        The session may have been deleted, or the link may come from another library: a link holds a
        view of a session, not the session itself. Import its trace again to open it here.
      </p>
      <div className="mt-5">
        <Link
          href="/"
          className="inline-flex h-8 items-center rounded-md bg-accent px-3 font-medium text-on-accent"
        >
          To the library
        </Link>
      </div>
    </main>
  );
}
