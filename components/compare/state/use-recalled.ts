import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { RecallTotals } from '@/lib/analysis/recall/recall-totals';
import type { Replay } from '@/lib/replay/replay';
import type { OpenedLane } from './opened-lanes';

/** What of a lane's context is used again, and what the detectors find in that. */
export interface RecalledLane {
  /** `none`: the session has no names; null: they cannot be read. */
  readonly totals: RecallTotals | 'none' | null;
  readonly findings: readonly Finding[];
}

const NONE: RecalledLane = { totals: 'none', findings: [] };
const UNREAD: RecalledLane = { totals: null, findings: [] };

type Known = ReadonlyMap<Replay, RecalledLane>;

/** The recall of each lane, computed aside one after the other; lanes of one session beside each other. */
export function useRecalled(lanes: readonly OpenedLane[]): Known {
  const client = useQueryClient();
  const [known, setKnown] = useState<Known>(new Map());
  useEffect(() => {
    const next = lanes
      .toSorted((a, b) => (a.session < b.session ? -1 : 1))
      .find(({ replay }) => !known.has(replay));
    if (next === undefined) return;
    const stop = new AbortController();
    const take = (found: RecalledLane): void => {
      if (!stop.signal.aborted) setKnown((old) => new Map([...old, [next.replay, found]]));
    };
    recalled(client, next, stop.signal).then(
      (found) => {
        if (found !== null) take(found);
      },
      () => take(UNREAD),
    );
    return () => stop.abort();
  }, [client, lanes, known]);
  return known;
}

/** What is used again of a lane; null where the question was withdrawn. */
async function recalled(
  client: QueryClient,
  { session: id, replay, about }: OpenedLane,
  signal: AbortSignal,
): Promise<RecalledLane | null> {
  const [{ fetchReferences }, { recallClient }] = await Promise.all([
    import('@/lib/host/api/queries/recall-queries'),
    import('@/lib/host/worker/recall/page-client'),
  ]);
  const references = await fetchReferences(client, id);
  if (references === null) return NONE;
  const { session } = replay;
  // It has grown since its numbers were fetched.
  if (references.entryCount !== session.profile.entryCount) return UNREAD;
  const answer = await recallClient().ask({ session, references, replay, about }, signal);
  return answer && { totals: answer.recall.report.totals, findings: answer.findings };
}
