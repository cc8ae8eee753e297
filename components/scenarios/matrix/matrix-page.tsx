'use client';

import { useCallback, useMemo } from 'react';
import { SiteHeader } from '@/components/ui/site-header';
import { Button } from '@/components/ui/button';
import type { Matrix } from '@/lib/report/matrix';
import { scenarioLibrary } from '@/lib/scenarios/library';
import { OpeningToast } from '../opening-toast';
import { anyScenario, filterScenarios } from '../scenario-filter';
import { useAddressView } from '../use-address-view';
import { useOpenScenario } from '../use-open-scenario';
import { useOutcomes } from '../use-outcomes';
import { MatrixTable } from './matrix-table';
import { MatrixToolbar } from './matrix-toolbar';
import { allColumns, matrixAddress, parseMatrixView, type MatrixView } from './matrix-view';

/** Scenarios × policies: what becomes of each under each. */
export function MatrixPage({ search }: { readonly search: string }) {
  const [view, setView] = useAddressView(search, parseMatrixView, matrixAddress);
  const change = useCallback(
    (part: Partial<MatrixView>): void => setView((old) => ({ ...old, ...part })),
    [setView],
  );
  const columns = useMemo(
    () => allColumns.filter(({ key }) => view.columns.includes(key)),
    [view.columns],
  );
  const scenarios = useMemo(() => filterScenarios(scenarioLibrary, view.filter), [view.filter]);
  const ids = useMemo(() => scenarios.map(({ id }) => id), [scenarios]);
  const outcomes = useOutcomes(ids, columns, false);
  const { find } = outcomes;
  const matrix = useMemo<Matrix>(
    () => ({
      columns,
      rows: scenarios.map(({ id, name, window }) => ({
        id,
        name,
        window,
        outcomes: columns.map((column) => withoutSpark(find(id, column))),
      })),
    }),
    [columns, scenarios, find],
  );
  const { open, opening, note, forget } = useOpenScenario();
  return (
    <div className="flex h-dvh flex-col">
      <SiteHeader title="Matrix of scenarios and policies" />
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        <MatrixToolbar view={view} onChange={change} matrix={matrix} outcomes={outcomes} />
        {scenarios.length === 0 ? (
          <div className="mx-auto flex max-w-lg flex-1 flex-col justify-center px-6">
            <h2 className="text-xl font-semibold tracking-tight">
              No scenario passes these filters
            </h2>
            <div className="mt-4">
              <Button onClick={() => change({ filter: anyScenario })}>Show all</Button>
            </div>
          </div>
        ) : (
          <MatrixTable matrix={matrix} opening={opening} onOpen={open} />
        )}
      </main>
      <OpeningToast note={note} onClose={forget} />
    </div>
  );
}

type Found = ReturnType<ReturnType<typeof useOutcomes>['find']>;
const bare = new WeakMap<object, Omit<NonNullable<Found>, 'spark'>>();

/** The outcome without its chart: the same object for the same outcome, so that rows stay as drawn. */
function withoutSpark(outcome: Found): Omit<NonNullable<Found>, 'spark'> | undefined {
  if (!outcome) return undefined;
  const before = bare.get(outcome);
  if (before) return before;
  const { spark: _, ...rest } = outcome;
  bare.set(outcome, rest);
  return rest;
}
