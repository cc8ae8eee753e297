import type { Metadata } from 'next';
import { Library } from '@/components/library/library';

export const metadata: Metadata = { title: 'Library · Highwater' };

/** The library: all sessions of the database; its view is in the query. */
export default function LibraryPage() {
  return <Library />;
}
