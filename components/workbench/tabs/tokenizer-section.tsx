'use client';

import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import {
  scoreTokenizers,
  type TokenizerScore,
  type TokenizerTable,
} from '@/lib/analysis/score/tokenizer-score';
import { growthSamples } from '@/lib/analysis/score/added/growth-samples';
import {
  partsOf,
  scoreOf,
  scoreParts,
  type PartScore,
} from '@/lib/analysis/score/added/part-score';
import { intervalText, ratioText } from '@/lib/analysis/score/added/part-words';
import { profileCounts } from '@/lib/engine/tokens/text/text-counts';
import {
  encodings,
  INLINE_TOKENS,
  textEstimatorLabels,
  type Encoding,
} from '@/lib/engine/tokens/text/text-estimators';
import type { TokenizerResult } from '@/lib/worker/tokenizer-messages';
import { AddedTable } from './added-table';
import { ScoreTable, type ScoreRow } from './score-table';
import { useTokenizers, type TokenizerRun } from './use-tokenizers';
import { useWorkbench } from '../state/use-workbench';

/** Real tokenizers beside bytes ÷ 4: a chosen one is loaded and counts in a worker. */
export function TokenizerSection() {
  const { store } = useWorkbench();
  const { session } = store;
  const runs = useTokenizers();
  const { table, added } = useMemo(() => {
    const held = encodings.flatMap((encoding) => runs.of(encoding).result?.counts ?? []);
    // Every run includes characters ÷ 4; show it once.
    const distinct = new Map(held.map((counts) => [counts.estimator, counts]));
    const counts = [profileCounts(session.profile), ...distinct.values()];
    return {
      table: scoreTokenizers([{ session, counts }]),
      added: counts.map((one) => ({
        label: textEstimatorLabels[one.estimator],
        scores: scoreParts(growthSamples(session, one)),
      })),
    };
  }, [session, runs]);
  if (table.steps === 0) return null;
  return (
    <section aria-labelledby="tokenizers" className="mt-6 border-t pt-3">
      <h2 id="tokenizers" className="font-medium">
        Tokenizers
      </h2>
      <p className="mt-1 max-w-[80ch] text-ink2">
        The whole request of each step, counted as it was recorded and divided by its usage.
        Tokenizers are loaded when chosen and count this session’s texts in a worker.
      </p>
      <div className="mt-2 grid justify-items-start gap-2">
        {encodings.map((encoding) => (
          <Choice
            key={encoding}
            encoding={encoding}
            run={runs.of(encoding)}
            onCount={() => runs.count(encoding)}
            onCancel={() => runs.cancel(encoding)}
          />
        ))}
      </div>
      <ScoreTable
        of="tokenizer"
        caption="Count divided by real, per estimator of texts"
        head="Count ÷ real"
        cells={['under by > 5 %', 'mean error']}
        groups={[
          { rows: rowsOf(table, 'raw') },
          {
            title: 'Count plus the first step’s shortfall, on the later steps',
            rows: rowsOf(table, 'fitted'),
          },
        ]}
      />
      <p className="mt-2 max-w-[80ch] text-sm text-ink3">{noteOf(table.images)}</p>
      <Added of={added} />
    </section>
  );
}

/** What each estimator counts of a step's addition, divided by what the real count grew by. */
function Added(props: {
  readonly of: readonly { readonly label: string; readonly scores: readonly PartScore[] }[];
}) {
  const parts = partsOf(props.of.map(({ scores }) => scores));
  if (parts.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-sm">Count of what a step added ÷ growth of real, median (95 %)</h3>
      <AddedTable
        caption="Count of what a step added divided by the growth of real, per estimator of texts"
        heads={['n', ...props.of.map(({ label }) => label)]}
        rows={parts.map((part) => {
          const scores = props.of.map((one) => scoreOf(one.scores, part));
          return {
            ...part,
            cells: [
              // Every estimator counts the same steps.
              formatInteger(scores[0]?.n ?? 0),
              ...scores.map((score) =>
                score === undefined ? '–' : `${ratioText(score.median)} (${intervalText(score)})`,
              ),
            ],
          };
        })}
      />
    </>
  );
}

/** Every estimator that has counted: as counted, or with the first step's shortfall added. */
const rowsOf = ({ scores }: TokenizerTable, basis: TokenizerScore['basis']): readonly ScoreRow[] =>
  scores
    .filter((score) => score.basis === basis && score.n > 0)
    .map((score) => ({
      id: `${score.estimator}-${basis}`,
      label: textEstimatorLabels[score.estimator],
      quantiles: score,
      cells: [formatPercent(score.under), `${formatInteger(Math.round(score.meanError))} tokens`],
    }));

function noteOf(images: number): string {
  const added = 'Added: the shortfall on the session’s first step with usage, as a hidden prefix.';
  if (images === 0) return added;
  return `${added} Inline data: bytes ÷ 4 counts its bytes, the others what the model charges, or ${formatInteger(INLINE_TOKENS)} tokens each.`;
}

function Choice(props: {
  readonly encoding: Encoding;
  readonly run: TokenizerRun;
  readonly onCount: () => void;
  readonly onCancel: () => void;
}) {
  const { encoding, run, onCount, onCancel } = props;
  if (run.result) {
    return (
      <p role="status" className="text-ink2">
        Counted with {encoding}.{shownText(run.result)}
      </p>
    );
  }
  if (run.state !== 'running') {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={onCount}>
          Count with {encoding}
        </Button>
        {run.error === null ? null : (
          <span role="alert" className="text-sm text-overflow">
            {run.error}
          </span>
        )}
      </div>
    );
  }
  const { done, total } = run;
  return (
    <div className="flex flex-wrap items-center gap-2 text-ink2">
      <Progress label={`Counting with ${encoding}`} done={done} total={total} />
      <span role="status" className="tabular-nums">
        {total > 0
          ? `${formatInteger(done)} of ${formatInteger(total)} entries`
          : `Loading ${encoding}`}
      </span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** Texts that reached the worker changed: masked or cut; empty for none. */
export function shownText({ masked, cut }: Pick<TokenizerResult, 'masked' | 'cut'>): string {
  const secrets =
    masked === 0
      ? ''
      : ` ${counted(masked, 'masked secret is', 'masked secrets are')} counted as shown, masks in their place.`;
  const long =
    cut === 0
      ? ''
      : ` ${counted(cut, 'entry', 'entries')} of more than 1 MB counted without the rest: the rows are too low; highwater tokens counts the whole.`;
  return `${secrets}${long}`;
}
