import type { Metadata } from 'next';
import { Gallery } from '@/components/scenarios/gallery/gallery';

export const metadata: Metadata = { title: 'Scenarios' };

/** The gallery of scenarios; its view is in the query. */
export default async function ScenariosPage({
  searchParams,
}: {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams)) {
    if (typeof value === 'string') search.set(name, value);
  }
  return <Gallery search={search.toString()} />;
}
