import type { Metadata } from 'next';
import { MatrixPage } from '@/components/scenarios/matrix/matrix-page';

export const metadata: Metadata = { title: 'Matrix' };

/** Scenarios × policies; the view is in the query. */
export default function ScenarioMatrixPage() {
  return <MatrixPage />;
}
