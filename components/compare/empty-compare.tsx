import Link from 'next/link';
import type { ReactNode } from 'react';

/** The page without a lane: what it does, and how to begin. */
export const EmptyCompare = ({ children }: { readonly children: ReactNode }) => (
  <div className="mx-auto flex max-w-xl flex-col px-6 py-16">
    <h2 className="text-2xl font-semibold tracking-tight">What did another setting change?</h2>
    <p className="mt-2 text-ink2">
      Set up to six replays side by side: one session under several settings or versions of its
      agent’s policy, or two sessions of one task. The first decision that differs is named with the
      operands of both sides.
    </p>
    <div className="mt-6 flex flex-wrap items-center gap-3">
      {children}
      <Link href="/" className="text-ink2 underline underline-offset-2">
        Choose sessions in the library
      </Link>
    </div>
  </div>
);
