import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Replay } from '@/lib/engine/replay/replay';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

const NONE: readonly Finding[] = [];

/** Nothing leaves a context without a compaction. */
const compacts = ({ session, columns }: Replay): boolean =>
  session.profile.head.compactions.length > 0 || columns.compacted.includes(1);

/**
 * What the detectors find of context that is needed again, with code and names that are fetched once
 * something compacts; never asked while a setting moves. The last answer stays until the next.
 */
export function useForgotten(about: About): readonly Finding[] {
  const { store, record } = useWorkbench();
  const { id } = record.row;
  const client = useQueryClient();
  const { replay, moving } = useLateFrame();
  const [found, setFound] = useState(NONE);
  const wanted = compacts(replay);
  useEffect(() => {
    if (moving || !wanted) return;
    const stop = new AbortController();
    import('./forgotten-findings')
      .then(({ forgottenFindings }) =>
        forgottenFindings(client, { id, session: store.session, replay, about }, stop.signal),
      )
      .then((all) => {
        if (all !== null && !stop.signal.aborted) setFound(all);
      })
      // Without a server the other findings stand alone.
      .catch(() => undefined);
    return () => stop.abort();
  }, [client, store, id, replay, about, moving, wanted]);
  return wanted ? found : NONE;
}
