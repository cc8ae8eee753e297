'use client';

import { useMemo } from 'react';
import { formatFactor, formatInteger } from '@/lib/base/format';
import { scoreEstimators, type EstimatorTable } from '@/lib/report/estimator-score';
import { rankEstimators } from '@/lib/report/estimator-score-ranking';
import type { FittedLine } from '@/lib/report/fitted-line';
import { EstimatorTableView } from './estimator-table';
import { TokenizerSection } from './tokenizer-section';
import { useWorkbench } from './use-workbench';

/** What each estimator is worth on this session: one step ahead, against its recorded usage. */
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
        <EstimatorTableView ranked={ranked} byRatio={session.profile.steps.ratio !== null} />
      )}
      <TokenizerSection />
    </div>
  );
}

/** How many steps could be scored, and which could not. */
function scoredText({ steps, firsts, unscored }: EstimatorTable): string {
  const all = steps + unscored;
  if (steps === 0) {
    return `None of the ${count(all, 'step')} has recorded usage: no estimator can be scored on this session.`;
  }
  const left = unscored > 0 ? ` ${count(unscored, 'step')} without usage or refused left out.` : '';
  const first = `${formatInteger(firsts)} of them ${firsts === 1 ? 'is' : 'are'} the first after the start or a recorded compaction.`;
  return `${formatInteger(steps)} of ${count(all, 'step')} scored, each with only the usage before it known; ${first}${left}`;
}

const count = (n: number, word: string): string =>
  `${formatInteger(n)} ${word}${n === 1 ? '' : 's'}`;

function Line({ line: { slope, intercept, r2, n } }: { readonly line: FittedLine }) {
  const sign = intercept < 0 ? '−' : '+';
  return (
    <p data-fitted-line="" className="mt-1 text-ink2">
      <span className="text-ink">
        real ≈ {formatFactor(slope, 3)} h {sign} {formatInteger(Math.round(Math.abs(intercept)))}
      </span>{' '}
      · least squares over {count(n, 'step')}, r² {r2.toFixed(2)} · h: heuristic of the recorded
      request
    </p>
  );
}
