import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { draftOf, type Draft } from '../state/draft';
import type { Workbench } from '../state/use-workbench';
import { laneTextOfDraft, pinnedLane } from './pinned-lane';

/** Pins the what-if as B; takes B away if there is one. `swap` exchanges what-if and B. */
export function pin(workbench: Workbench, swap: boolean): void {
  const { store, opening } = workbench;
  const frame = store.frame();
  const own = laneTextOfDraft(workbench, frame, null);
  const become = (pinnedB: string | null, draft: Draft = draftOf(frame)): void =>
    store.useWhole({ ...draft, pinnedB });
  if (!frame.pinnedB) return swap ? undefined : become(own);
  if (!swap) return become(null);
  const other = pinnedLane(store.session, opening, frame.pinnedB);
  if (typeof other === 'string') return;
  const { policy, settings, faults } = other.draft;
  become(own, { policyId: policy.id, settings, faults });
}

/** The lanes of the page Compare: B or the session as it ran, and the what-if where it differs. */
export function compareAddress(workbench: Workbench): string {
  const { store, record } = workbench;
  const frame = store.frame();
  const { id } = record.row;
  const first = `${id}:${frame.pinnedB ?? OWN_POLICY}`;
  const second = laneTextOfDraft(workbench, draftOf(frame), id);
  const lanes = [...new Set([first, second])].map((lane) => `lane=${encodeURI(lane)}`);
  return `/compare?${lanes.join('&')}`;
}

/** Opens the page Compare; leaving the session writes its address first, as a link does. */
export function openCompare(workbench: Workbench): void {
  const link = document.createElement('a');
  link.href = compareAddress(workbench);
  document.body.append(link);
  link.click();
  link.remove();
}
