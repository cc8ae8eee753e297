import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { UsageError } from '../exit-code';

const number = (text: string | undefined): number =>
  Number((text ?? '').replaceAll('_', '') || NaN);

/** Parses `window=150000:230000:5000`: from, to and step of a setting. @throws UsageError. */
function parseRange(text: string): NamedRange {
  const [setting = '', range = ''] = text.split('=');
  const [from = NaN, to = NaN, step = NaN, more] = range.split(':').map(number);
  if (setting.trim() === '' || more !== undefined || Number.isNaN(from + to + step)) {
    throw new UsageError(`--vary wants setting=from:to:step, not "${text}".`);
  }
  return { setting: setting.trim(), from, to, step };
}

/** Collects every `--vary` of a command line; the last range of a setting wins. */
export const collectRange = (
  text: string,
  before: readonly NamedRange[],
): readonly NamedRange[] => {
  const range = parseRange(text);
  return [...before.filter(({ setting }) => setting !== range.setting), range];
};

/** Parses a limit in tokens. @throws UsageError. */
export function parseLimit(text: string): number {
  const tokens = number(text);
  if (Number.isInteger(tokens) && tokens > 0) return tokens;
  throw new UsageError(`--limit wants a number of tokens, not "${text}".`);
}
