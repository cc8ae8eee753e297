import type { Metadata } from 'next';
import { Gallery } from '@/components/scenarios/gallery/gallery';
import { searchText, type Searched } from '../search-text';

export const metadata: Metadata = { title: 'Scenarios' };

/** The gallery of scenarios; its view is in the query. */
export default async function ScenariosPage(page: Searched) {
  return <Gallery search={await searchText(page)} />;
}
