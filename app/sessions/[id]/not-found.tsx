import Link from 'next/link';

/** Shown for a session that is not in this library. */
export default function SessionNotFound() {
  return (
    <main id="main" className="mx-auto flex min-h-full max-w-xl flex-col justify-center px-6 py-12">
      <p className="text-sm font-medium text-ink3">404</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">
        This session is not in the library
      </h1>
      <p className="mt-3 text-ink2">
        It was deleted, or the link comes from another library: a link holds a view of a session,
        not the session itself. Import its trace here, then open it from the library.
      </p>
      <Link
        href="/"
        className="mt-5 inline-flex h-8 w-fit items-center rounded-md bg-accent px-3 font-medium text-on-accent"
      >
        To the library
      </Link>
    </main>
  );
}
