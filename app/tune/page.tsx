import type { Metadata } from 'next';
import { TunePage } from '@/components/tune/tune-page';

export const metadata: Metadata = { title: 'Tune' };

/** A corpus under many settings; the view is in the query. */
export default function Tune() {
  return <TunePage />;
}
