'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { densitySources } from '@/lib/analysis/explain/density-text';
import type { ScoredCompaction } from '@/lib/analysis/score/compaction-score';
import { acrossText, signedPercent } from '@/lib/analysis/score/projection-text';
import { errorOf, isInside, projectionTotals } from '@/lib/analysis/score/projection-totals';
import { formatInteger, formatPercent, formatRatio } from '@/lib/engine/base/format';
import { backtest } from '@/lib/engine/replay/backtest';
import { useWorkbench } from '../state/use-workbench';
import { useScoredCompactions } from './use-scored-compactions';
import { Fact, Part } from './receipt-part';

/** Recorded numbers of the session beside what would have been projected before them. */
export function AccuracyPart() {
  const { store } = useWorkbench();
  const { density } = store.session.projection;
  return (
    <Part title="Projection accuracy" wide>
      <div className="col-span-2 grid gap-x-8 gap-y-3 @2xl:grid-cols-2">
        <Growth />
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] content-start gap-x-4 gap-y-0.5">
          <Fact
            name="Density of text"
            value={`${formatRatio(density.value)}, ${densitySources[density.source]}`}
          />
          <p className="col-span-2">
            <Link href="/method" className="text-accent hover:underline">
              What a projection assumes, and its evidence →
            </Link>
          </p>
        </div>
      </div>
      <Across />
    </Part>
  );
}

/** The backtest: usage hidden within a run of steps, projected, compared. */
function Growth() {
  const { store } = useWorkbench();
  const { profile } = store.session;
  const result = useMemo(() => backtest(profile), [profile]);
  if (result === null) {
    return (
      <p data-accuracy="growth" className="text-ink3">
        Growth: too few steps with usage for a backtest.
      </p>
    );
  }
  const { points, signed, p50, p95, covered } = result;
  return (
    <div
      data-accuracy="growth"
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-x-4 gap-y-0.5"
    >
      <Fact name="Growth, steps projected" value={formatInteger(points)} />
      <Fact name="Median error" value={signedPercent(signed)} />
      <Fact name="Size of the error, p50" value={formatPercent(p50)} />
      <Fact name="Size of the error, p95" value={formatPercent(p95)} />
      <Fact name="Inside p10 to p90" value={formatPercent(covered)} />
    </div>
  );
}

const columns: readonly Column<ScoredCompaction>[] = [
  figureColumn('step', ({ step }) => formatInteger(step)),
  figureColumn('recorded', ({ recorded }) => formatInteger(recorded)),
  figureColumn('projected', ({ projected }) => `~${formatInteger(projected)}`),
  figureColumn('p10 to p90', ({ low, high }) => `~${formatInteger(low)} to ${formatInteger(high)}`),
  figureColumn('error', (one) => signedPercent(errorOf(one))),
  { id: 'inside', cell: (one) => (isInside(one) ? 'yes' : 'no') },
];

/** The first request after each recorded compaction, projected from what came before it. */
function Across() {
  const { store } = useWorkbench();
  const { profile } = store.session;
  const scored = useScoredCompactions();
  const totals = useMemo(() => projectionTotals(scored ?? []), [scored]);
  if (scored === null) {
    return <p className="col-span-2 mt-2 text-ink3">Across compactions: projecting each …</p>;
  }
  if (totals === null) {
    const recorded = profile.head.compactions.some(({ kind }) => kind === 'summary');
    return (
      <p data-accuracy="across" className="col-span-2 mt-2 text-ink3">
        {recorded
          ? 'Across compactions: none can be scored; no policy models the agent, or no request with usage follows.'
          : 'Across compactions: the recording has none.'}
      </p>
    );
  }
  return (
    <div data-accuracy="across" className="col-span-2 mt-2">
      <p className="max-w-3xl">
        {acrossText(totals)} Everything after each one was hidden, and the session’s own sizes were
        left out.
      </p>
      <DataTable
        label="Recorded compactions and their projections"
        className="mt-1.5 whitespace-nowrap"
        columns={columns}
        rows={scored}
        keyOf={({ step }) => step}
      />
    </div>
  );
}
