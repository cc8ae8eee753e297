import { useMemo } from 'react';
import {
  compactionAt,
  compactionsOf,
  type Compaction,
} from '@/lib/analysis/explain/compaction/compaction-list';
import type { Replay } from '@/lib/engine/replay/replay';
import type { OwnSummariser } from '@/lib/analysis/explain/compaction/summariser-call';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** The compactions of recording and replay, and the one that is shown. */
interface ShownCompactions {
  readonly replay: Replay;
  readonly step: number;
  readonly list: readonly Compaction[];
  /** null where there is none. */
  readonly shown: Compaction | null;
}

/** The compactions of the frame: the chosen one, else the one that its step shows. */
export function useCompactions(): ShownCompactions {
  const { replay, step, compaction } = useLateFrame();
  const list = useMemo(() => compactionsOf(replay), [replay]);
  const chosen = list.find(({ key }) => key === compaction);
  return { replay, step, list, shown: chosen ?? compactionAt(list, step) };
}

/** The agent's own policy; null where none models it. */
export const useOwnPolicy = (): OwnSummariser | null => useWorkbench().opening.own;
