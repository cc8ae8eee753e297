import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { formatLane, laneTextOf } from '@/lib/analysis/compare/lane-text';
import type { Workbench } from '../state/use-workbench';

/** The lanes of the page Compare: the session as it ran, and the what-if where it differs. */
function compareAddress({ store, opening, record }: Workbench): string {
  const { policy, policyId, settings, faults } = store.frame();
  const { id } = record.row;
  const own = policyId === opening.policy.id && opening.own !== null;
  const initial = store.initialSettings(policyId);
  const second = formatLane(laneTextOf(id, policy, settings, { initial, own, faults }));
  const lanes = [...new Set([`${id}:${OWN_POLICY}`, second])].map(
    (lane) => `lane=${encodeURI(lane)}`,
  );
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
