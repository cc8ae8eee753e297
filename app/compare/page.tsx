import type { Metadata } from 'next';
import { ComparePage } from '@/components/compare/compare-page';

export const metadata: Metadata = { title: 'Compare' };

/** Replays side by side; the view is in the query. */
export default function Compare() {
  return <ComparePage />;
}
