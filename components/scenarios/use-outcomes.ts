'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import type { MatrixColumn } from '@/lib/report/matrix';
import { outcomeClient } from '@/lib/worker/browser-client';
import type { Outcome, OutcomeCell } from '@/lib/worker/outcome-messages';

/** What was computed since the page was loaded; outcomes depend on nothing but their key. */
const known = new Map<string, Outcome>();

const suffixes = new WeakMap<MatrixColumn, string>();

function keyOf(scenario: string, column: MatrixColumn): string {
  let suffix = suffixes.get(column);
  if (suffix === undefined) {
    suffix = ` ${column.policy} ${JSON.stringify(column.settings)}`;
    suffixes.set(column, suffix);
  }
  return scenario + suffix;
}

/** Cells of a table come in many small messages; it is drawn anew at most this often. */
const DRAW_EVERY_MS = 200;

/** How a computation stands. */
export interface OutcomeProgress {
  readonly status: 'running' | 'done' | 'cancelled' | 'failed';
  readonly done: number;
  readonly total: number;
  /** Why it failed, or why single cells have no outcome. */
  readonly error: string | null;
}

/** Outcomes of scenarios under columns, computed in the worker; what is known is not asked again. */
export interface Outcomes extends OutcomeProgress {
  /** undefined where it is not computed (yet). */
  readonly find: (scenario: string, column: MatrixColumn) => Outcome | undefined;
  readonly cancel: () => void;
  readonly resume: () => void;
}

interface State extends Omit<OutcomeProgress, 'total'> {
  readonly version: number;
}
const fresh: State = { status: 'running', done: 0, error: null, version: 0 };

/** Computes in the background; `sparks` brings charts along. Ids and columns must be stable. */
export function useOutcomes(
  scenarios: readonly string[],
  columns: readonly MatrixColumn[],
  sparks: boolean,
): Outcomes {
  const [state, setState] = useState(fresh);
  const [attempt, setAttempt] = useState(0);
  const [stop, setStop] = useState<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    setStop(controller);
    void compute({ scenarios, columns, sparks, controller, setState });
    return () => controller.abort();
  }, [scenarios, columns, sparks, attempt]);
  const total = scenarios.length * columns.length;
  return useMemo(() => {
    const { version: _, ...progress } = state;
    return {
      ...progress,
      total,
      find: (scenario, column) => {
        const outcome = known.get(keyOf(scenario, column));
        return sparks && outcome?.spark === null ? undefined : outcome;
      },
      cancel: () => {
        stop?.abort();
        setState((old) => ({ ...old, status: 'cancelled' }));
      },
      resume: () => setAttempt((old) => old + 1),
    };
  }, [state, total, sparks, stop]);
}

interface Computation {
  readonly scenarios: readonly string[];
  readonly columns: readonly MatrixColumn[];
  readonly sparks: boolean;
  readonly controller: AbortController;
  readonly setState: (change: (old: State) => State) => void;
}

async function compute({ scenarios, columns, sparks, controller, setState }: Computation) {
  const { signal } = controller;
  const missing = (scenario: string, column: MatrixColumn): boolean => {
    const outcome = known.get(keyOf(scenario, column));
    return outcome === undefined || (sparks && outcome.spark === null);
  };
  const wanted = columns.filter((column) => scenarios.some((id) => missing(id, column)));
  const asked = scenarios.filter((id) => wanted.some((column) => missing(id, column)));
  const ready = scenarios.length * columns.length - asked.length * wanted.length;
  const byKey = new Map(wanted.map((column) => [column.key, column]));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let error: string | null = null;
  let done = ready;
  const show = (status: State['status']): void => {
    clearTimeout(timer);
    timer = undefined;
    // Drawing thousands of cells gives way to what the user does.
    startTransition(() =>
      setState(({ version }) => ({ status, done, error, version: version + 1 })),
    );
  };
  const take = ({ scenario, column: key, outcome, error: why }: OutcomeCell): void => {
    const column = byKey.get(key);
    if (outcome && column) known.set(keyOf(scenario, column), outcome);
    error ??= why;
  };
  show('running');
  try {
    const end = await outcomeClient().run(
      { scenarios: asked, columns: wanted.map(messageOf), sparks },
      {
        signal,
        onCells: (cells, count) => {
          cells.forEach(take);
          done = ready + count;
          timer ??= setTimeout(() => show('running'), DRAW_EVERY_MS);
        },
      },
    );
    clearTimeout(timer);
    // An abort was shown when it was asked for; a run that another replaced has nothing to show.
    if (!end.cancelled) show('done');
  } catch (fault) {
    error = fault instanceof Error ? fault.message : String(fault);
    if (!signal.aborted) show('failed');
  }
}

const messageOf = ({ key, policy, settings }: MatrixColumn) => ({ key, policy, settings });
