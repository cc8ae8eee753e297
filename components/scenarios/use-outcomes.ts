'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import type { MatrixColumn, MatrixPrices } from '@/lib/answers/report/outcome/matrix';
import { outcomeClient } from '@/lib/worker/outcomes/outcome-client';
import type { PriceRequest, Outcome, OutcomeCell } from '@/lib/worker/outcomes/outcome-runner';

type OutcomePrices = PriceRequest | null;

/** Outcomes computed since the page was loaded, by scenario; they depend on it, the column and the prices alone. */
const known = new Map<string, Map<string, Outcome>>();

const texts = new WeakMap<MatrixColumn, string>();

/** Known outcomes of a column. A drawing looks up each of thousands of cells: their key is the scenario's alone. */
function knownOf(column: MatrixColumn, prices: OutcomePrices): Map<string, Outcome> {
  let text = texts.get(column);
  if (text === undefined) {
    text = `${column.policy} ${JSON.stringify(column.settings)}`;
    texts.set(column, text);
  }
  const key = prices === null ? text : `${text} ${JSON.stringify(prices)}`;
  let outcomes = known.get(key);
  if (!outcomes) known.set(key, (outcomes = new Map<string, Outcome>()));
  return outcomes;
}

/** Least time between two drawings; cells arrive in many small messages. */
const DRAW_EVERY_MS = 200;

/** State of a computation. */
interface OutcomeProgress {
  readonly status: 'running' | 'done' | 'cancelled' | 'failed';
  readonly done: number;
  readonly total: number;
  /** Error of the computation or of single cells. */
  readonly error: string | null;
}

/** Outcomes of scenarios under columns, computed in the worker; known ones are reused. */
export interface Outcomes extends OutcomeProgress {
  /** undefined if not computed (yet). */
  readonly find: (scenario: string, column: MatrixColumn) => Outcome | undefined;
  /** What the cells are priced with; null until it is known, or where nothing is priced. */
  readonly prices: MatrixPrices | null;
  readonly cancel: () => void;
  readonly resume: () => void;
}

interface State extends Omit<OutcomeProgress, 'total'> {
  readonly version: number;
  readonly prices: MatrixPrices | null;
}
const fresh: State = { status: 'running', done: 0, error: null, version: 0, prices: null };

/**
 * Computes in the background; `sparks` adds charts, `prices` costs. Ids, columns and prices must be
 * stable.
 */
export function useOutcomes(
  scenarios: readonly string[],
  columns: readonly MatrixColumn[],
  { sparks, prices = null }: { readonly sparks: boolean; readonly prices?: OutcomePrices },
): Outcomes {
  const [state, setState] = useState(fresh);
  const [attempt, setAttempt] = useState(0);
  const [stop, setStop] = useState<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    setStop(controller);
    void compute({ scenarios, columns, sparks, prices, controller, setState });
    return () => controller.abort();
  }, [scenarios, columns, sparks, prices, attempt]);
  const total = scenarios.length * columns.length;
  return useMemo(() => {
    const { version: _, ...progress } = state;
    const priced = new Map(columns.map((column) => [column, knownOf(column, prices)]));
    const counted = new Map(columns.map((column) => [column, knownOf(column, null)]));
    return {
      ...progress,
      total,
      find: (scenario, column) => {
        // Counts without a cost stand there until it is computed.
        const outcome = priced.get(column)?.get(scenario) ?? counted.get(column)?.get(scenario);
        return sparks && outcome?.spark === null ? undefined : outcome;
      },
      cancel: () => {
        stop?.abort();
        setState((old) => ({ ...old, status: 'cancelled' }));
      },
      resume: () => setAttempt((old) => old + 1),
    };
  }, [state, total, columns, sparks, prices, stop]);
}

interface Computation {
  readonly scenarios: readonly string[];
  readonly columns: readonly MatrixColumn[];
  readonly sparks: boolean;
  readonly prices: OutcomePrices;
  readonly controller: AbortController;
  readonly setState: (change: (old: State) => State) => void;
}

async function compute(computation: Computation) {
  const { scenarios, columns, sparks, prices, controller, setState } = computation;
  const { signal } = controller;
  const missing = (scenario: string, column: MatrixColumn): boolean => {
    const outcome = knownOf(column, prices).get(scenario);
    return outcome === undefined || (sparks && outcome.spark === null);
  };
  const wanted = columns.filter((column) => scenarios.some((id) => missing(id, column)));
  const asked = scenarios.filter((id) => wanted.some((column) => missing(id, column)));
  const ready = scenarios.length * columns.length - asked.length * wanted.length;
  const byKey = new Map(wanted.map((column) => [column.key, column]));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let error: string | null = null;
  let done = ready;
  let basis: MatrixPrices | null = null;
  const show = (status: State['status']): void => {
    clearTimeout(timer);
    timer = undefined;
    // An abort is shown already; a replaced run shows nothing.
    if (signal.aborted) return;
    // Drawing thousands of cells yields to input.
    startTransition(() =>
      setState(({ version }) => ({ status, done, error, version: version + 1, prices: basis })),
    );
  };
  const take = ({ scenario, column: key, outcome, error: why }: OutcomeCell): void => {
    const column = byKey.get(key);
    if (outcome && column) knownOf(column, prices).set(scenario, outcome);
    error ??= why;
  };
  show('running');
  try {
    const end = await outcomeClient.run(
      { scenarios: asked, columns: wanted.map(messageOf), sparks, prices },
      {
        onPrices: (found) => {
          basis = found;
        },
        onCells: (cells, count) => {
          cells.forEach(take);
          done = ready + count;
          timer ??= setTimeout(() => show('running'), DRAW_EVERY_MS);
        },
      },
      signal,
    );
    if (!end.cancelled) show('done');
  } catch (fault) {
    error = fault instanceof Error ? fault.message : String(fault);
    show('failed');
  }
}

const messageOf = ({ key, policy, settings }: MatrixColumn) => ({ key, policy, settings });
