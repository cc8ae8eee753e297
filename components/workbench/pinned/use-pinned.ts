import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { pinnedLane, type PinnedLane } from './pinned-lane';

/** B beside the panel's frame; a sentence where its text cannot be replayed, null without one. */
export function usePinned(): PinnedLane | string | null {
  const { store, opening } = useWorkbench();
  const { pinnedB } = useLateFrame();
  return pinnedB ? pinnedLane(store.session, opening, pinnedB) : null;
}
