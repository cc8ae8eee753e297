import type { Metadata } from 'next';
import { WatchedPage } from '@/components/live/watched-page';

export const metadata: Metadata = { title: 'Watched folders' };

/** The folders whose traces are followed. */
export default function WatchedFoldersPage() {
  return <WatchedPage />;
}
