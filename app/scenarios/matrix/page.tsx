import type { Metadata } from 'next';
import { MatrixPage } from '@/components/scenarios/matrix/matrix-page';
import { searchText, type Searched } from '../../search-text';

export const metadata: Metadata = { title: 'Matrix' };

/** Scenarios × policies; the view is in the query. */
export default async function ScenarioMatrixPage(page: Searched) {
  return <MatrixPage search={await searchText(page)} />;
}
