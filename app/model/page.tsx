import type { Metadata } from 'next';
import { ModelDocument } from '@/components/model/model-document';

export const metadata: Metadata = { title: 'Model' };

/** The arithmetic of the policies, to be checked by its reader. */
export default async function ModelPage({
  searchParams,
}: {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(await searchParams)) {
    if (typeof value === 'string') search.set(key, value);
  }
  return <ModelDocument search={search.toString()} />;
}
