import { formatDollars } from '@/lib/base/format';
import { billGaps, cacheWords, errorWords, summariserWords } from '@/lib/analysis/cost/cost-words';
import type { Fact } from './report-facts';
import type { ReportCost } from './report-subject';

/** What the session cost and what its replay would, with what that rests on. */
export function costFacts({ report, prices }: ReportCost): readonly Fact[] {
  const { recorded, asRecorded, replayed } = report;
  const gaps = billGaps(recorded);
  return [
    { label: 'Recorded by usage', value: formatDollars(recorded.cost.total) },
    ...(gaps.length === 0 ? [] : [{ label: 'Left out of it', value: gaps.join('; ') }]),
    { label: 'As it ran, modelled', value: `~${formatDollars(asRecorded.total)}` },
    {
      label: 'This replay, modelled',
      value: `~${formatDollars(replayed.total)}, of which the summariser ~${formatDollars(replayed.summariser)}`,
    },
    { label: 'Prices', value: prices },
    { label: 'Cache', value: `${cacheWords(report.cache)} ${errorWords(report.error)}` },
    { label: 'Summariser', value: summariserWords(report) },
  ];
}
