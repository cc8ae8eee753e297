'use client';

import { useMemo } from 'react';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import type { Replay } from '@/lib/engine/replay/replay';
import { happenedDraft, sameDraft } from './draft';
import { useLateFrame, useWorkbench } from './use-workbench';

/** Something is changed: the page shows a what-if beside the recording. */
export function useIsWhatIf(): boolean {
  const { opening } = useWorkbench();
  return !sameDraft(useLateFrame(), happenedDraft(opening));
}

/** The session as it opens: the recording with its policy watching. */
export function useRecording(): Replay {
  const { store, opening } = useWorkbench();
  return useMemo(() => shownReplay(store.session, opening, opening), [store, opening]);
}
