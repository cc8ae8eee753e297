import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Replay } from '@/lib/engine/replay/replay';
import type { OpenedLane } from './opened-lanes';

type ForgottenFindings = ReadonlyMap<Replay, readonly Finding[]>;

/**
 * Findings of context that each lane needs again, computed aside one after the other; lanes of one session
 * beside each other. None of a lane whose names cannot be read.
 */
export function useForgotten(lanes: readonly OpenedLane[]): ForgottenFindings {
  const client = useQueryClient();
  const [known, setKnown] = useState<ForgottenFindings>(new Map());
  useEffect(() => {
    const next = lanes
      .toSorted((a, b) => (a.session < b.session ? -1 : 1))
      .find(({ replay }) => !known.has(replay));
    if (next === undefined) return;
    const stop = new AbortController();
    const take = (found: readonly Finding[]): void => {
      if (!stop.signal.aborted) setKnown((old) => new Map([...old, [next.replay, found]]));
    };
    const { session: id, replay, about } = next;
    import('@/components/workbench/findings/forgotten-findings')
      .then(({ forgottenFindings }) =>
        forgottenFindings(client, { id, session: replay.session, replay, about }, stop.signal),
      )
      .then(
        (found) => {
          if (found !== null) take(found);
        },
        () => take([]),
      );
    return () => stop.abort();
  }, [client, lanes, known]);
  return known;
}
