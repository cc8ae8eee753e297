import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Replay } from '@/lib/replay/replay';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

const NONE: readonly Finding[] = [];

/** Nothing leaves a context without a compaction. */
const compacts = ({ session, columns }: Replay): boolean =>
  session.profile.head.compactions.length > 0 || columns.compacted.includes(1);

/**
 * What the detectors find of context that is needed again: asked of a worker, with code and names that are
 * fetched once something compacts.
 */
export function useForgotten(): readonly Finding[] {
  const { store, record } = useWorkbench();
  const client = useQueryClient();
  const wanted = compacts(useLateFrame().replay);
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    let leave = (): void => undefined;
    import('../recall/follow-findings')
      .then(({ followFindings }) => followFindings(client, { store, record }, setFound))
      .then((end) => {
        if (gone) end();
        else leave = end;
      })
      // Without a server the other findings stand alone.
      .catch(() => undefined);
    return () => {
      gone = true;
      leave();
      setFound(NONE);
    };
  }, [client, store, record, wanted]);
  return found;
}
