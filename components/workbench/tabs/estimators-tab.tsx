'use client';

import { useMemo } from 'react';
import { counted, formatFactor, formatInteger, formatPercent } from '@/lib/base/format';
import { scoreEstimators, type EstimatorTable } from '@/lib/analysis/score/estimator-score';
import { rankEstimators, type RankedScore } from '@/lib/analysis/score/estimator-score-ranking';
import type { FittedLine } from '@/lib/analysis/score/fitted-line';
import { ScoreTable, type ScoreRow } from './score-table';
import { TokenizerSection } from './tokenizer-section';
import { useWorkbench } from '../state/use-workbench';

/** Error of each estimator on this session: one step ahead, against recorded usage. */
export function EstimatorsTab() {
  const { store } = useWorkbench();
  const { session } = store;
  const table = useMemo(() => scoreEstimators([session]), [session]);
  const ranked = useMemo(() => rankEstimators(table), [table]);
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Estimators"
      className="min-h-0 flex-1 overflow-auto px-4 py-3 focus-visible:-outline-offset-2"
    >
      <p className="max-w-[80ch] text-ink2">{scoredText(table)}</p>
      {table.line === null ? null : <Line line={table.line} />}
      {table.steps === 0 ? null : (
        <>
          <ScoreTable
            of="estimator"
            caption="Estimate divided by real, per estimator, narrowest spread first"
            head="Estimate ÷ real, narrowest spread first"
            cells={['p99 − p1', 'under by > 5 %']}
            groups={[
              { rows: ranked.steps.map(rowOf) },
              {
                title: 'First step after the start or a compaction: no usage known yet',
                rows: ranked.firsts.map(rowOf),
              },
            ]}
          />
          <p className="mt-2 max-w-[80ch] text-sm text-ink3">
            ● least often under by more than 5 %. h: heuristic, bytes ÷ 4. Rules with last real or a
            fitted prefix are compared on steps after another with usage.
            {session.profile.steps.ratio === null
              ? ''
              : ' The session was generated: real follows from its ratio.'}
          </p>
        </>
      )}
      <TokenizerSection />
    </div>
  );
}

const rowOf = (score: RankedScore): ScoreRow => ({
  id: score.variant.id,
  label: score.variant.label,
  quantiles: score,
  cells: [
    score.spread.toFixed(2),
    score.leastUnder ? (
      <span className="text-compaction">
        <span title="Least often under by more than 5 %" className="mr-1.5 text-sm">
          ●
        </span>
        {formatPercent(score.under)}
      </span>
    ) : (
      formatPercent(score.under)
    ),
  ],
});

/** Counts of scored and unscored steps. */
function scoredText({ steps, firsts, unscored }: EstimatorTable): string {
  const all = steps + unscored;
  if (steps === 0) {
    return `None of the ${counted(all, 'step')} has recorded usage: no estimator can be scored on this session.`;
  }
  const left =
    unscored > 0 ? ` ${counted(unscored, 'step')} without usage or refused left out.` : '';
  const first = `${formatInteger(firsts)} of them ${firsts === 1 ? 'is' : 'are'} the first after the start or a recorded compaction.`;
  return `${formatInteger(steps)} of ${counted(all, 'step')} scored, each with only the usage before it known; ${first}${left}`;
}

function Line({ line: { slope, intercept, r2, n } }: { readonly line: FittedLine }) {
  const sign = intercept < 0 ? '−' : '+';
  return (
    <p data-fitted-line="" className="mt-1 text-ink2">
      <span className="text-ink">
        real ≈ {formatFactor(slope, 3)} h {sign} {formatInteger(Math.round(Math.abs(intercept)))}
      </span>{' '}
      · least squares over {counted(n, 'step')}, r² {r2.toFixed(2)} · h: heuristic of the recorded
      request
    </p>
  );
}
