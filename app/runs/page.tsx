import type { Metadata } from 'next';
import { RunsPage } from '@/components/runs/runs-page';

export const metadata: Metadata = { title: 'Runs' };

/** The frozen runs of the library. */
export default function Runs() {
  return <RunsPage />;
}
