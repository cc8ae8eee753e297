'use client';

import { useCallback, useMemo, useState } from 'react';
import { useAddressView } from '@/components/ui/address-view';
import { SiteHeader } from '@/components/ui/site-header';
import { NothingFound } from '@/components/ui/message';
import type { Matrix, MatrixColumn } from '@/lib/answers/report/outcome/matrix';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { ScenarioPages } from '../scenario-pages';
import { OpeningToast, useOpenScenario } from '../open-scenario';
import { anyScenario, filterScenarios } from '../scenario-filter';
import { useOutcomes } from '../use-outcomes';
import { CellDialog, type OpenCell } from './cell-dialog';
import { MatrixTable } from './matrix-table';
import { MatrixToolbar } from './matrix-toolbar';
import { allColumns, matrixAddress, parseMatrixView, type MatrixView } from './matrix-view';

/** Scenarios × policies: an outcome for each pair. */
export function MatrixPage() {
  const [view, setView] = useAddressView(parseMatrixView, matrixAddress);
  const change = useCallback(
    (part: Partial<MatrixView>): void => setView((old) => ({ ...old, ...part })),
    [setView],
  );
  const columns = useMemo(
    () => allColumns.filter(({ key }) => view.columns.includes(key)),
    [view.columns],
  );
  const scenarios = useMemo(() => filterScenarios(scenarioCatalogue, view.filter), [view.filter]);
  const ids = useMemo(() => scenarios.map(({ id }) => id), [scenarios]);
  const { model, prices: given } = view;
  const asked = useMemo(() => (model === null ? null : { model, given }), [model, given]);
  const outcomes = useOutcomes(ids, columns, { sparks: false, prices: asked });
  const { find, prices } = outcomes;
  const matrix = useMemo<Matrix>(
    () => ({
      prices,
      columns,
      rows: scenarios.map(({ id, name, window }) => ({
        id,
        name,
        window,
        outcomes: columns.map((column) => withoutSpark(find(id, column))),
      })),
    }),
    [prices, columns, scenarios, find],
  );
  const { open, opening, note, forget } = useOpenScenario();
  const [cell, setCell] = useState<OpenCell | null>(null);
  const close = useCallback(() => setCell(null), []);
  const show = (id: string, column: MatrixColumn): void =>
    setCell({ scenario: id, column, outcome: withoutSpark(find(id, column)) });
  return (
    <div className="flex h-full flex-col">
      <SiteHeader title="Matrix of scenarios and policies">
        <ScenarioPages />
      </SiteHeader>
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        <MatrixToolbar view={view} onChange={change} matrix={matrix} outcomes={outcomes} />
        {scenarios.length === 0 ? (
          <NothingFound
            title="No scenario passes these filters"
            onReset={() => change({ filter: anyScenario })}
          />
        ) : (
          <MatrixTable matrix={matrix} opening={opening} onOpen={show} />
        )}
      </main>
      {cell === null ? null : (
        <CellDialog
          cell={cell}
          opening={opening === cell.scenario}
          onOpen={() => void open(cell.scenario, cell.column).then(close)}
          onClose={close}
        />
      )}
      <OpeningToast note={note} onClose={forget} />
    </div>
  );
}

type CellOutcome = ReturnType<ReturnType<typeof useOutcomes>['find']>;
const bare = new WeakMap<object, Omit<NonNullable<CellOutcome>, 'spark'>>();

/** The outcome without its chart, one object per outcome so that rows are not redrawn. */
function withoutSpark(outcome: CellOutcome): Omit<NonNullable<CellOutcome>, 'spark'> | undefined {
  if (!outcome) return undefined;
  const before = bare.get(outcome);
  if (before) return before;
  const { spark: _, ...rest } = outcome;
  bare.set(outcome, rest);
  return rest;
}
