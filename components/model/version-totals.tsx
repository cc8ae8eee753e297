import { versionTotalsTable } from '@/lib/report/model/version-totals';
import { FigureTable } from './figure-table';

/** Every version over the 92 sessions; waits, so that the page above it is sent first. */
export async function VersionTotals() {
  await new Promise((resolve) => setTimeout(resolve));
  return <FigureTable table={versionTotalsTable()} />;
}
