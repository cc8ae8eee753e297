import type { Metadata } from 'next';
import { SeedsDocument } from '@/components/seeds/seeds-document';
import { computedSeeds } from '@/lib/server/http/seeds';
import { searchText, type Searched } from '../search-text';

export const metadata: Metadata = { title: 'Seeds' };

/** The policies' arithmetic, step by step. */
export default async function SeedsPage(page: Searched) {
  return <SeedsDocument page={await computedSeeds()} search={await searchText(page)} />;
}
