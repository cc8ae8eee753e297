import type { Metadata } from 'next';
import { Library } from '@/components/library/library';
import { sourceNames } from '@/lib/importers/registry';

export const metadata: Metadata = { title: 'Library · Highwater' };

/** The library: all sessions of the database. */
export default async function LibraryPage({
  searchParams,
}: {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}) {
  const { q, sort } = await searchParams;
  const search = new URLSearchParams();
  if (typeof q === 'string') search.set('q', q);
  if (typeof sort === 'string') search.set('sort', sort);
  return <Library search={search.toString()} sources={sourceNames} />;
}
