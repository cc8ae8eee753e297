'use client';

import {
  billGaps,
  cacheWords,
  costHeadline,
  errorWords,
  breakWords,
  outputWords,
  summariserWords,
} from '@/lib/analysis/cost/cost-words';
import { formatInteger } from '@/lib/engine/base/format';
import { CompactionCosts } from './compaction-costs';
import { CostTable } from './cost-table';
import { PricesPart } from './prices-part';
import { StepCost } from './step-cost';
import { useCost } from './use-cost';

/** What the session cost, what the what-if would, and when each of its compactions has paid. */
export function CostTab() {
  const { replay, step, cost, listed, prices, priced, error, isWhatIf } = useCost();
  if (error !== null) {
    return <p className="px-4 py-3 text-overflow">The prices cannot be read: {error.message}</p>;
  }
  if (listed === undefined || prices === null || priced === null) {
    return <p className="px-4 py-3 text-ink3">Looking the prices up …</p>;
  }
  const { report, steps } = priced;
  const gaps = billGaps(report.recorded);
  const output = outputWords(report.recorded);
  const broken = breakWords(report);
  const { compactions, projected } = isWhatIf ? report.replayed : report.asRecorded;
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Cost"
      className="@container min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
    >
      <div className="grid gap-x-8 gap-y-4 px-4 py-3 @4xl:grid-cols-2">
        <section className="min-w-0">
          <p data-cost="headline" className="max-w-[80ch]">
            {costHeadline(report, isWhatIf)}
          </p>
          <CostTable report={report} isWhatIf={isWhatIf} />
          <div className="mt-2 max-w-[80ch] text-sm text-ink2">
            <p data-cost="error">{errorWords(report.error)}</p>
            <p>{cacheWords(report.cache)}</p>
            <p>{summariserWords(report)}</p>
            {output === null ? null : <p data-cost="output">{output}</p>}
            {broken === null ? null : <p data-cost="breaks">{broken}</p>}
            {gaps.length === 0 ? null : <p>Recorded: {gaps.join('; ')}.</p>}
            {isWhatIf && projected > 0 ? <p>{projectedWords(projected)}</p> : null}
          </div>
        </section>
        <section className="min-w-0">
          <PricesPart listed={listed} prices={prices} cost={cost} report={report} />
          <StepCost {...{ replay, step, prices, steps, report, isWhatIf }} />
        </section>
      </div>
      <CompactionCosts whose={isWhatIf ? 'The what-if' : 'The session'} list={compactions} />
    </div>
  );
}

const projectedWords = (steps: number): string =>
  steps === 1
    ? '1 step of the what-if is projected: its request was never sent.'
    : `${formatInteger(steps)} steps of the what-if are projected: their requests were never sent.`;
