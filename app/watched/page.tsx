import type { Metadata } from 'next';
import { WatchedPage } from '@/components/live/watched-page';

export const metadata: Metadata = { title: 'Watched folders' };

/** The watched folders. */
export default function WatchedFoldersPage() {
  return <WatchedPage />;
}
