import {
  formatDollars,
  formatFactor,
  formatInteger,
  formatPercent,
} from '@/lib/engine/base/format';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { Figure } from './finding';

/** Most ranges of steps that are listed. */
const LISTED = 4;

/** "143", "0 to 143", "31, 77, 118, 143", "1 to 5, 9, 12, 20 and 7 more"; empty for none. */
export function stepRangesText(ranges: readonly StepRange[]): string {
  const parts = ranges
    .slice(0, LISTED)
    .map(({ from, to }) =>
      from === to ? formatInteger(from) : `${formatInteger(from)} to ${formatInteger(to)}`,
    );
  const left = ranges.length - parts.length;
  return `${parts.join(', ')}${left === 0 ? '' : ` and ${formatInteger(left)} more`}`;
}

/** A figure's value with its unit: "50,819 tokens", "8.33×", "44 %". */
export function figureText({ value, unit }: Figure): string {
  switch (unit) {
    case 'factor':
      return formatFactor(value);
    case 'share':
      return formatPercent(value);
    case 'dollars':
      return formatDollars(value);
    case 'tokens':
    case 'bytes':
    case 'steps':
      return `${formatInteger(value)} ${unit}`;
    case 'count':
      return formatInteger(value);
  }
}
