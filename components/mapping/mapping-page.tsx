'use client';

import Link from 'next/link';
import { SiteHeader } from '@/components/ui/site-header';
import { useMappingHead, useSavedMappings } from '@/lib/api/queries/mapping-queries';
import { MappingEditor } from './mapping-editor';

/** Maps a file that no single format recognises: its records and their meaning. */
export function MappingPage({ id }: { readonly id: string }) {
  const { data: head, error } = useMappingHead(id);
  const { data: saved } = useSavedMappings();
  return (
    <div className="flex min-h-full flex-col">
      <SiteHeader title="Map a file" />
      <main id="main" className="w-full flex-1 px-4 py-4">
        {head ? (
          <MappingEditor id={id} head={head} saved={saved ?? []} />
        ) : error ? (
          <div role="alert" className="max-w-3xl">
            <p>
              {error.message} {error.hint}
            </p>
            <Link href="/" className="mt-2 inline-block text-accent hover:underline">
              To the library
            </Link>
          </div>
        ) : (
          <p role="status" className="text-ink2">
            Reading the first records…
          </p>
        )}
      </main>
    </div>
  );
}
