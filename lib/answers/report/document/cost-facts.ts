import type { PredictedCost } from '@/lib/analysis/cost/cost-report';
import { costsTheSame, modelled } from '@/lib/analysis/cost/cost-tables';
import {
  billGaps,
  cacheWords,
  errorWords,
  outputWords,
  recordedTotal,
  summariserWords,
} from '@/lib/analysis/cost/cost-words';
import type { Fact } from './report-facts';
import type { ReportCost } from './report-subject';

/** What the session cost and what its replay would, with what that rests on. */
export function costFacts({ report, prices }: ReportCost): readonly Fact[] {
  const { recorded, asRecorded, replayed } = report;
  const gaps = billGaps(recorded);
  const output = outputWords(recorded);
  return [
    { label: 'Recorded by usage', value: recordedTotal(recorded) },
    ...(output === null ? [] : [{ label: 'Output', value: output }]),
    ...(gaps.length === 0 ? [] : [{ label: 'Left out of it', value: gaps.join('; ') }]),
    { label: 'As it ran, modelled', value: modelledWords(asRecorded) },
    ...(costsTheSame(report)
      ? []
      : [{ label: 'This replay, modelled', value: modelledWords(replayed) }]),
    { label: 'Prices', value: prices },
    { label: 'Cache', value: `${cacheWords(report.cache)} ${errorWords(report.error)}` },
    { label: 'Summariser', value: summariserWords(report) },
  ];
}

const modelledWords = ({ total, summariser }: PredictedCost): string =>
  `${modelled(total)}, of which the summariser ${modelled(summariser)}`;
