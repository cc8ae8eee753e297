import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import type { OpenedLane } from './opened-lanes';

/** Address of the workbench with a lane as its what-if, at a step: the same replay. */
export function laneHref({ text, draft, session }: OpenedLane, step: number): string {
  const asItRan =
    text.policy === OWN_POLICY && text.preset === null && Object.keys(text.settings).length === 0;
  const params = new URLSearchParams({ policy: asItRan ? OWN_POLICY : draft.policy.id });
  if (!asItRan) {
    for (const [key, value] of Object.entries(draft.settings)) params.set(key, String(value));
  }
  for (const fault of draft.faults) params.append('fault', formatFault(fault));
  if (step >= 0) params.set('step', `${step}`);
  return `/sessions/${session}?${params.toString()}`;
}
