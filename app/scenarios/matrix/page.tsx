import type { Metadata } from 'next';
import { MatrixPage } from '@/components/scenarios/matrix/matrix-page';

export const metadata: Metadata = { title: 'Matrix' };

/** Scenarios × policies; the view is in the query. */
export default async function ScenarioMatrixPage({
  searchParams,
}: {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams)) {
    if (typeof value === 'string') search.set(name, value);
  }
  return <MatrixPage search={search.toString()} />;
}
