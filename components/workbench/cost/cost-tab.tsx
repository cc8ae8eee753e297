'use client';

import { billGaps, cacheWords, errorWords, summariserWords } from '@/lib/analysis/cost/cost-words';
import type { CostReport } from '@/lib/analysis/cost/cost-report';
import { formatDollars, formatInteger } from '@/lib/base/format';
import { CompactionCosts } from './compaction-costs';
import { CostTable } from './cost-table';
import { PricesPart } from './prices-part';
import { StepCost } from './step-cost';
import { useCost } from './use-cost';

/** What the session cost, what the what-if would, and when each of its compactions has paid. */
export function CostTab() {
  const { replay, step, cost, listed, prices, priced, error } = useCost();
  if (error !== null) {
    return <p className="px-4 py-3 text-overflow">The prices cannot be read: {error.message}</p>;
  }
  if (listed === undefined || prices === null || priced === null) {
    return <p className="px-4 py-3 text-ink3">Looking the prices up …</p>;
  }
  const { report, steps } = priced;
  const gaps = billGaps(report.recorded);
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
            {headline(report)}
          </p>
          <CostTable report={report} />
          <div className="mt-2 max-w-[80ch] text-sm text-ink2">
            <p data-cost="error">{errorWords(report.error)}</p>
            <p>{cacheWords(report.cache)}</p>
            <p>{summariserWords(report)}</p>
            {gaps.length === 0 ? null : <p>Recorded: {gaps.join('; ')}.</p>}
            {report.replayed.projected === 0 ? null : (
              <p>{projectedWords(report.replayed.projected)}</p>
            )}
          </div>
        </section>
        <section className="min-w-0">
          <PricesPart listed={listed} prices={prices} cost={cost} report={report} />
          <StepCost replay={replay} step={step} prices={prices} steps={steps} />
        </section>
      </div>
      <CompactionCosts list={report.replayed.compactions} />
    </div>
  );
}

const projectedWords = (steps: number): string =>
  steps === 1
    ? '1 step of the what-if is projected: nobody measured its request.'
    : `${formatInteger(steps)} steps of the what-if are projected: nobody measured their requests.`;

/** The two totals that may be compared, and the recorded one beside them. */
function headline({ recorded, asRecorded, replayed }: CostReport): string {
  if (recorded.charged === 0 && replayed.total === 0) {
    return recorded.unpriced > 0
      ? 'No price is known of the session’s models. Give one to see what it cost.'
      : 'Nothing can be charged: the recording has no usage, or names no model.';
  }
  const bill =
    recorded.charged === 0
      ? ''
      : `By its own usage the session cost ${formatDollars(recorded.cost.total)}. `;
  const difference = replayed.total - asRecorded.total;
  const more =
    Math.abs(difference) < 0.00005
      ? 'as much'
      : `~${formatDollars(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
  return `${bill}Modelled alike, the what-if costs ~${formatDollars(replayed.total)}: ${more}${more === 'as much' ? ' as' : ' than'} the session as it ran (~${formatDollars(asRecorded.total)}).`;
}
