import { counted, formatInteger, formatSigned } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import type { DifferentRange, RequestDifference } from './request-difference';
import { requestSizes } from './request-sizes';

/**
 * "Against step 142: +50,819 tokens; 4 entries only here (10,747); 0 only there; 40,072 more in no
 * entry."
 */
export function differenceText(
  replay: Replay,
  step: number,
  { other, onlyHere, onlyThere }: RequestDifference,
): string {
  const here = requestSizes(replay, step);
  const there = requestSizes(replay, other);
  const came = totalOf(onlyHere);
  const left = totalOf(onlyThere);
  const rest = here.real - there.real - came.tokens + left.tokens;
  const fates = fatesText(onlyThere);
  return [
    `Against step ${formatInteger(other)}: ${formatSigned(here.real - there.real)} tokens`,
    `${counted(came.entries, 'entry', 'entries')} only here${came.entries > 0 ? ` (${formatInteger(came.tokens)})` : ''}`,
    `${formatInteger(left.entries)} only there${left.entries > 0 ? ` (${formatInteger(left.tokens)}${fates})` : ''}`,
    `${formatSigned(rest)} in no entry.`,
  ].join('; ');
}

function totalOf(ranges: readonly DifferentRange[]) {
  return ranges.reduce(
    (sum, { from, to, tokens }) => ({
      entries: sum.entries + to - from,
      tokens: sum.tokens + tokens,
    }),
    { entries: 0, tokens: 0 },
  );
}

const fateNames = {
  summarised: 'summarised meanwhile',
  lost: 'lost meanwhile',
  absent: 'not yet in the log here',
} as const;

/** ": 12 summarised meanwhile, 3 lost meanwhile". */
function fatesText(ranges: readonly DifferentRange[]): string {
  const counts = new Map<DifferentRange['elsewhere'], number>();
  for (const { elsewhere, from, to } of ranges) {
    counts.set(elsewhere, (counts.get(elsewhere) ?? 0) + to - from);
  }
  const words = [...counts].map(([fate, count]) => `${formatInteger(count)} ${fateNames[fate]}`);
  return words.length === 0 ? '' : `: ${words.join(', ')}`;
}
