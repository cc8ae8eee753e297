import Link from 'next/link';
import type { SessionRecord } from '@/lib/api/contract';
import { formatInteger } from '@/lib/base/format';

/** A session without any model call: there is nothing to replay. */
export function EmptySession({ record }: { readonly record: SessionRecord }) {
  return (
    <main id="main" className="mx-auto flex min-h-full max-w-xl flex-col justify-center px-6 py-12">
      <p className="text-sm font-medium text-ink3">{record.row.name}</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">
        This session holds no model call
      </h1>
      <p className="mt-3 text-ink2">
        Its {formatInteger(record.row.entries)} entries were read, but no request was ever attempted
        with them, so there is no step to replay.
      </p>
      <Link href="/" className="mt-5 text-accent hover:underline">
        To the library
      </Link>
    </main>
  );
}
