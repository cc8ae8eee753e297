import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import type { OwnPolicyTotals } from './own-policy-totals';
import type { ProjectionTotals } from './projection-totals';

/** −0.004 → "−0.4 %", 0.016 → "+1.6 %". */
export function signedPercent(share: number): string {
  const sign = share > 0 ? '+' : share < 0 ? '−' : '';
  return `${sign}${formatPercent(Math.abs(share))}`;
}

/** "7 of 10 inside p10 to p90 (70 %, 95 % interval 40 % to 89 %)". */
export function insideText({ n, inside, interval }: Omit<ProjectionTotals, 'signed'>): string {
  const [low, high] = interval.map((share) => formatPercent(share));
  return `${formatInteger(inside)} of ${formatInteger(n)} inside p10 to p90 (${formatPercent(inside / n)}, 95 % interval ${low} to ${high})`;
}

/** One sentence on projections across compactions. */
export function acrossText(totals: ProjectionTotals): string {
  const { n, signed, absolute, width, score } = totals;
  return `Across ${counted(n, 'compaction')}: median error ${signedPercent(signed)}, its size ${formatPercent(absolute)}; ${insideText(totals)}; the band is ${formatInteger(Math.round(width))} tokens wide, its interval score ${formatInteger(Math.round(score))}.`;
}

/** One sentence on the agents' own policies over their recordings. */
export function ownText({ judged, reproduced, explained, n, interval }: OwnPolicyTotals): string {
  const lacking =
    explained === 0
      ? ''
      : `; ${formatInteger(explained)} of them explained, the file lacks what the agent counted`;
  const head = `The agents’ own policies: ${counted(judged, 'recorded compaction')} not marked manual${lacking}`;
  if (interval === null) return `${head}.`;
  const [low, high] = interval.map((share) => formatPercent(share));
  const all =
    explained === 0
      ? ''
      : `; with them ${formatInteger(reproduced)} of ${formatInteger(judged)} (${formatPercent(reproduced / judged)})`;
  return `${head}; of the others ${formatInteger(reproduced)} of ${formatInteger(n)} at the same step (${formatPercent(reproduced / n)}, 95 % interval ${low} to ${high})${all}.`;
}
