'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import type { MatrixColumn, MatrixPrices } from '@/lib/report/outcome/matrix';
import { outcomeClient } from '@/lib/host/worker/clients/outcomes';
import type { AskedPrices, Outcome, OutcomeCell } from '@/lib/host/worker/outcome-messages';

/** Outcomes computed since the page was loaded; they depend on their key alone. */
const known = new Map<string, Outcome>();

const suffixes = new WeakMap<MatrixColumn, string>();

type Asked = AskedPrices | null;

function keyOf(scenario: string, column: MatrixColumn, prices: Asked): string {
  let suffix = suffixes.get(column);
  if (suffix === undefined) {
    suffix = ` ${column.policy} ${JSON.stringify(column.settings)}`;
    suffixes.set(column, suffix);
  }
  return scenario + suffix + (prices === null ? '' : ` ${JSON.stringify(prices)}`);
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
  { sparks, prices = null }: { readonly sparks: boolean; readonly prices?: Asked },
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
    return {
      ...progress,
      total,
      find: (scenario, column) => {
        // Counts without a cost stand there until it is computed.
        const outcome =
          known.get(keyOf(scenario, column, prices)) ?? known.get(keyOf(scenario, column, null));
        return sparks && outcome?.spark === null ? undefined : outcome;
      },
      cancel: () => {
        stop?.abort();
        setState((old) => ({ ...old, status: 'cancelled' }));
      },
      resume: () => setAttempt((old) => old + 1),
    };
  }, [state, total, sparks, prices, stop]);
}

interface Computation {
  readonly scenarios: readonly string[];
  readonly columns: readonly MatrixColumn[];
  readonly sparks: boolean;
  readonly prices: Asked;
  readonly controller: AbortController;
  readonly setState: (change: (old: State) => State) => void;
}

async function compute(computation: Computation) {
  const { scenarios, columns, sparks, prices, controller, setState } = computation;
  const { signal } = controller;
  const missing = (scenario: string, column: MatrixColumn): boolean => {
    const outcome = known.get(keyOf(scenario, column, prices));
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
    if (outcome && column) known.set(keyOf(scenario, column, prices), outcome);
    error ??= why;
  };
  show('running');
  try {
    const end = await outcomeClient().run(
      { scenarios: asked, columns: wanted.map(messageOf), sparks, prices },
      {
        signal,
        onPrices: (found) => {
          basis = found;
        },
        onCells: (cells, count) => {
          cells.forEach(take);
          done = ready + count;
          timer ??= setTimeout(() => show('running'), DRAW_EVERY_MS);
        },
      },
    );
    if (!end.cancelled) show('done');
  } catch (fault) {
    error = fault instanceof Error ? fault.message : String(fault);
    show('failed');
  }
}

const messageOf = ({ key, policy, settings }: MatrixColumn) => ({ key, policy, settings });
