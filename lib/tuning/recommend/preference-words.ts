import { formatInteger } from '@/lib/engine/base/format';
import type { TuneField } from './tune-field';

/** What decides between settings that hold: the fewest compactions, or the least cost. */
export const preferences = ['compactions', 'cost'] as const;
export type Preference = (typeof preferences)[number];

const MUST = 'Preferred: no overflow, no loop, a window within the limit; then';

/** What is preferred, in a sentence; of a cost also how many settings were priced. */
export function preferenceWords({ costs, cells, priced }: TuneField): string {
  if (costs === undefined) {
    return `${MUST} what runs today, unless a setting that users have clearly compacts less; then room around it; then the fewest compactions.`;
  }
  const { settings = 0, replayed = 0 } = priced ?? {};
  const same = replayed < settings ? ', and of those that come to the same one was priced' : '';
  return `${MUST} a cost within 1 % of the least, what runs today first; then the most room to an edge; then the fewest compactions. ${formatInteger(settings)} of ${formatInteger(cells.length)} settings can be set within the limit${same}: ${formatInteger(replayed)} replayed for their cost.`;
}
