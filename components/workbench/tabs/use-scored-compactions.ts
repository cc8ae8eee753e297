import { useEffect, useState } from 'react';
import { eachScored, type ScoredCompaction } from '@/lib/analysis/score/compaction-score';
import type { Profile } from '@/lib/engine/tokens/profile';
import { useWorkbench } from '../state/use-workbench';

/** Milliseconds of work between two chances of the page to draw. */
const SLICE = 12;

interface Scored {
  readonly profile: Profile;
  readonly prefixTokens: number;
  readonly compactions: readonly ScoredCompaction[];
}

/** The open session's compactions beside their projections; null while they are computed. */
export function useScoredCompactions(): readonly ScoredCompaction[] | null {
  const { record, store, prefix } = useWorkbench();
  const { source } = record;
  const { profile } = store.session;
  const prefixTokens = prefix.tokens;
  const [scored, setScored] = useState<Scored | null>(null);
  useEffect(() => {
    const work = eachScored(source, profile, prefixTokens);
    const compactions: ScoredCompaction[] = [];
    const slice = (): void => {
      const end = performance.now() + SLICE;
      do {
        const { done, value } = work.next();
        if (done === true) {
          setScored({ profile, prefixTokens, compactions });
          return;
        }
        compactions.push(value);
      } while (performance.now() < end);
      timer = setTimeout(slice);
    };
    let timer = setTimeout(slice);
    return () => clearTimeout(timer);
  }, [source, profile, prefixTokens]);
  const fresh = scored?.profile === profile && scored.prefixTokens === prefixTokens;
  return fresh ? scored.compactions : null;
}
