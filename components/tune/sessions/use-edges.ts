'use client';

import { useEffect, useState } from 'react';
import { formatInteger } from '@/lib/engine/base/format';
import { tuneClient } from '@/lib/worker/clients/tuning';
import type { SweepEnd } from '@/lib/worker/tune/tune-client';
import type { SessionEdge } from '@/lib/tuning/recommend/deciding-edge';
import type { SetupAxis } from '../state/tune-setup';

/** Edges by the session's id, of one sweep's end. */
interface KnownEdges {
  readonly end: SweepEnd['sums'] | null;
  readonly edges: ReadonlyMap<string, SessionEdge>;
}

/** The exact edges of the sessions in view, searched after the sweep and once for each session. */
export function useEdges(
  ids: readonly string[],
  end: SweepEnd['sums'] | null,
): ReadonlyMap<string, SessionEdge> {
  const [known, setKnown] = useState<KnownEdges>({ end: null, edges: new Map() });
  const edges = known.end === end ? known.edges : NONE;
  const lacking = ids.filter((id) => !edges.has(id)).join();
  useEffect(() => {
    if (end === null || lacking === '') return;
    const asked = lacking.split(',');
    const stop = new AbortController();
    tuneClient()
      .edges(asked, stop.signal)
      .then(
        (found) => {
          if (stop.signal.aborted) return;
          const pairs = asked.flatMap((id, at): readonly (readonly [string, SessionEdge])[] => {
            const edge = found[at];
            return edge === undefined ? [] : [[id, edge]];
          });
          setKnown((old) => ({
            end,
            edges: new Map([...(old.end === end ? old.edges : NONE), ...pairs]),
          }));
        },
        // The values of the grid stay.
        () => undefined,
      );
    return () => stop.abort();
  }, [lacking, end]);
  return edges;
}

const NONE: ReadonlyMap<string, SessionEdge> = new Map();

/** "cap ≥ 1.73", "window < 197,281"; of the grid where the value is not certified: "cap ≥ 2 · grid". */
export function edgeText(
  found: SessionEdge | undefined,
  axes: readonly SetupAxis[],
  onGrid: string,
): string {
  if (found?.exact !== true) return onGrid === '' ? '' : `${onGrid} · grid`;
  if (found.edge === null) return '';
  const { setting, side, value } = found.edge;
  const field = axes.find((axis) => axis.field.key === setting)?.field;
  const text = field?.kind === 'integer' ? formatInteger(value) : String(value);
  return `${field?.short.toLowerCase() ?? setting} ${side === 'from' ? '≥' : '<'} ${text}`;
}
