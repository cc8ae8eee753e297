import { sessionHref } from '@/components/tune/sessions/session-link';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import type { OpenedLane } from './opened-lanes';

/** Address of the workbench with a lane as its what-if, at a step: the same replay. */
export function laneHref({ text, draft, session }: OpenedLane, step: number): string {
  const faults = draft.faults.map(formatFault);
  const isNamed = text.preset !== null || Object.keys(text.settings).length > 0;
  return text.policy === OWN_POLICY && !isNamed
    ? sessionHref(session, OWN_POLICY, {}, step, faults)
    : sessionHref(session, draft.policy.id, draft.settings, step, faults);
}
