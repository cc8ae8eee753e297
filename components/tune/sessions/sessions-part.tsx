'use client';

import { useCallback, useEffect, useMemo, useState, type Ref } from 'react';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import { valueText } from '@/lib/engine/policy/setting-text';
import {
  reordered,
  settingsAtValues,
  todayValues,
  type Tried,
  type TuneSetup,
} from '../state/tune-setup';
import type { DecidedRow, Deciding } from '../state/use-deciding';
import type { Sweep } from '../state/use-sweep';
import { DecidingTable } from './deciding-table';
import type { LineTarget } from './deciding-line';
import { sessionHref } from './session-link';
import { edgeText, useEdges } from './use-edges';
import { TryBar } from './try-bar';

/** The values that are tried, and the sessions under them. */
export function SessionsPart(props: {
  readonly ref: Ref<HTMLElement>;
  readonly setup: TuneSetup;
  readonly sweep: Sweep;
  /** Null before the first answer. */
  readonly deciding: Deciding | null;
  readonly tried: Tried;
  readonly onMove: (tried: Tried) => void;
  readonly onCommit: (tried: Tried) => void;
}) {
  const { ref, setup, sweep, deciding, tried, onMove, onCommit } = props;
  const target = useTarget(setup, sweep, deciding?.tried ?? tried);
  const names = {
    today: 'today',
    tried: triedWords(setup, deciding?.tried ?? tried),
  };
  return (
    <>
      <TryBar setup={setup} tried={tried} onMove={onMove} onCommit={onCommit} />
      {deciding === null ? null : (
        <DecidingTable ref={ref} deciding={deciding} names={names} target={target} />
      )}
    </>
  );
}

/** "187,500", "7.5 ×", "187,500, 7.5 ×": the values that differ from today's. */
function triedWords({ axes }: TuneSetup, tried: Tried): string {
  const words = reordered(axes).flatMap(({ field, today }, at) => {
    const value = reordered(tried)[at] ?? today;
    return value === today ? [] : [valueText(field, value)];
  });
  return words.length === 0 ? 'tried' : words.join(', ');
}

/** Rows lead to the workbench under the tried settings, at the step where they change something. */
function useTarget(setup: TuneSetup, sweep: Sweep, tried: Tried): LineTarget {
  const { policy } = setup;
  const [shown, setShown] = useState<readonly string[]>([]);
  const [steps, setSteps] = useState<ReadonlyMap<string, number>>(new Map());
  const onShown = useCallback(
    (ids: readonly string[]) => setShown((old) => (old.join() === ids.join() ? old : ids)),
    [],
  );
  useEffect(() => {
    if (shown.length === 0) return;
    const stop = new AbortController();
    const cell = (values: Tried) => ({ column: 0, values });
    const today = todayValues(setup);
    tuneClient
      .call((tuner) => tuner.deciding(shown, [cell(today), cell(tried)]))
      .then(
        (found) => {
          if (stop.signal.aborted) return;
          setSteps(new Map(shown.map((id, at) => [id, found[at] ?? -1])));
        },
        // The rows then lead to the session's first event.
        () => undefined,
      );
    return () => stop.abort();
  }, [shown, setup, tried]);
  // Edges are of the sweep's end, not of what is found out about it later.
  const edges = useEdges(shown, sweep.status === 'done' ? (sweep.end?.sums ?? null) : null);
  const settings = useMemo(() => settingsAtValues(setup, tried), [setup, tried]);
  return useMemo(
    () => ({
      onShown,
      hrefOf: ({ session }: DecidedRow): string => {
        const { id } = session.facts;
        return sessionHref(id, policy.id, settings, steps.get(id) ?? null);
      },
      decidesOf: ({ session, decides }: DecidedRow): string =>
        edgeText(edges.get(session.facts.id), setup.axes, decides),
    }),
    [onShown, policy, settings, steps, edges, setup],
  );
}
