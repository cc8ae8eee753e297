'use client';

import { useMemo } from 'react';
import {
  counted,
  formatFactor,
  formatFixed,
  formatInteger,
  formatPercent,
} from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import { scoreEstimators, type EstimatorTable } from '@/lib/analysis/score/estimator-score';
import { rankEstimators, type RankedScore } from '@/lib/analysis/score/estimator-score-ranking';
import type { FittedLine } from '@/lib/analysis/score/fitted-line';
import { ruleInForce } from '@/lib/analysis/score/rule-in-force';
import { AddedSection } from './added-section';
import { ScoreTable, type ScoreRow } from './score-table';
import { TokenizerSection } from './tokenizer-section';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Error of each estimator on this session: one step ahead, against recorded usage. */
export function EstimatorsTab() {
  const { store } = useWorkbench();
  const { session } = store;
  const { policy, settings } = useLateFrame();
  const rule = useMemo(() => ruleInForce(policy, settings), [policy, settings]);
  const table = useMemo(() => scoreEstimators([session], rule), [session, rule]);
  const row = (score: RankedScore): ScoreRow => rowOf(score, table.inForce, store.selectStep);
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
            caption="Estimate divided by real, per estimator, smallest worst miss first"
            head="Estimate ÷ real, smallest worst miss first"
            cells={['worst miss', 'p99 − p1', 'under by > 5 %']}
            groups={[
              { rows: ranked.steps.map(row) },
              {
                title: 'First step after the start or a compaction: no usage known yet',
                rows: ranked.firsts.map(row),
              },
            ]}
          />
          <p className="mt-2 max-w-[80ch] text-sm text-ink3">
            {policy.decision === null || table.inForce !== null
              ? ''
              : `${notScored(policy.label)} `}
            ● least often under by more than 5 %. h: heuristic, bytes ÷ 4. Rules with last real or a
            fitted prefix are compared on steps after another with usage.
            {session.profile.steps.ratio === null
              ? ''
              : ' The session was generated: real follows from its ratio.'}
          </p>
        </>
      )}
      <AddedSection session={session} rules={ranked.steps} inForce={table.inForce} />
      <TokenizerSection />
    </div>
  );
}

const notScored = (label: string): string =>
  `The rule of ${label} counts what requests and prompts alone do not show, so it is not scored.`;

const rowOf = (
  score: RankedScore,
  inForce: string | null,
  onSelect: (step: number) => void,
): ScoreRow => ({
  id: score.variant.id,
  label: score.variant.label,
  quantiles: score,
  inForce: score.variant.id === inForce,
  cells: [
    <WorstMiss key="worst" of={score} onSelect={onSelect} />,
    formatFixed(score.spread, 2),
    score.leastUnder ? (
      <span className="text-good">
        <span aria-label="least often" className="mr-1.5 text-sm">
          ●
        </span>
        {formatPercent(score.under)}
      </span>
    ) : (
      formatPercent(score.under)
    ),
  ],
});

/** "−25 % at 143": the miss in percent of real, and its step to select. */
function WorstMiss(props: { readonly of: RankedScore; readonly onSelect: (step: number) => void }) {
  const { of, onSelect } = props;
  if (of.worst === null) return '–';
  const { step, ratio } = of.worst;
  return (
    <span data-worst="">
      {ratio > 1 ? '+' : ''}
      {formatPercent(ratio - 1)} at{' '}
      <button
        type="button"
        className="text-accent underline underline-offset-2"
        aria-label={`Select step ${formatInteger(step)}`}
        onClick={() => onSelect(step)}
      >
        {formatInteger(step)}
      </button>
    </span>
  );
}

/** Counts of scored and unscored steps. */
function scoredText({ steps, firsts, unscored, refused }: EstimatorTable): string {
  const all = steps + unscored;
  if (steps === 0) {
    return `None of the ${counted(all, 'step')} has recorded usage: no estimator can be scored on this session.`;
  }
  const left = unscored > 0 ? ` ${counted(unscored, 'step')} without a known count left out.` : '';
  const refusal = refused.length === 0 ? '' : ` ${refusedText(refused)}`;
  const first = `${formatInteger(firsts)} of them ${firsts === 1 ? 'is' : 'are'} the first after the start or a recorded compaction.`;
  return `${formatInteger(steps)} of ${counted(all, 'step')} scored, each with only the usage before it known; ${first}${left}${refusal}`;
}

/** "Step 143 was refused: its real count is from the error, which no rule learns from." */
function refusedText(refused: readonly number[]): string {
  const list = stepList(refused);
  const [verb, its] = refused.length === 1 ? ['was', 'its'] : ['were', 'their'];
  return `Of them ${list} ${verb} refused: ${its} real count is from the error, which no rule learns from.`;
}

function Line({ line: { slope, intercept, r2, n } }: { readonly line: FittedLine }) {
  const sign = intercept < 0 ? '−' : '+';
  return (
    <p data-fitted-line="" className="mt-1 text-ink2">
      <span className="text-ink">
        real ≈ {formatFactor(slope)} h {sign} {formatInteger(Math.round(Math.abs(intercept)))}
      </span>{' '}
      · least squares over {counted(n, 'step')}, r² {formatFixed(r2, 2)} · h: heuristic of the
      recorded request
    </p>
  );
}
