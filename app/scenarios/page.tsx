import type { Metadata } from 'next';
import { Gallery } from '@/components/scenarios/gallery/gallery';

export const metadata: Metadata = { title: 'Scenarios' };

/** The gallery of scenarios; its view is in the query. */
export default function ScenariosPage() {
  return <Gallery />;
}
