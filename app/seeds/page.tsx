import type { Metadata } from 'next';
import { SeedsDocument } from '@/components/seeds/seeds-document';
import { computedSeeds } from '@/lib/server/http/seeds';

export const metadata: Metadata = { title: 'Seeds' };

/** The policies' arithmetic beside the documents that describe it. */
export default async function SeedsPage() {
  return <SeedsDocument sections={await computedSeeds()} />;
}
