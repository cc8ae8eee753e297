'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import type { SessionRow } from '@/lib/api/contract/contract';

const PREFIX = 'Sample: ';

/** The sample that shows a decision gone wrong; any other where it was deleted. */
export function beginWith(rows: readonly SessionRow[]): SessionRow | null {
  const samples = rows.filter(({ name, parent }) => name.startsWith(PREFIX) && parent === null);
  // One's own recordings need no introduction.
  if (samples.length === 0 || samples.length < rows.length) return null;
  return samples.find(({ name }) => name.includes('production incident')) ?? samples[0] ?? null;
}

/** While the library holds samples only: one sentence on the product, and where to begin. */
export function FirstVisit({ rows }: { readonly rows: readonly SessionRow[] }) {
  const begin = useMemo(() => beginWith(rows), [rows]);
  if (begin === null) return null;
  return (
    <p
      role="note"
      aria-label="First visit"
      className="border-b border-line bg-sel px-4 py-2 text-pretty"
    >
      Highwater replays recorded agent sessions through context-compaction policies and shows, step
      by step, why one compacted or did not. These sessions are samples: begin with{' '}
      <Link href={`/sessions/${begin.id}`} className="font-medium text-accent underline">
        {begin.name}
      </Link>
      , or drop a recording of your own on this page.
    </p>
  );
}
