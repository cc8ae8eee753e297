/** "000" to "999": policies write thousands of short sentences in one replay. */
const GROUPS = Array.from({ length: 1000 }, (_, group) => group.toString().padStart(3, '0'));

/** Decimals of a ratio: a product of five figures is then right to about a unit. */
const RATIO_DIGITS = 4;

/** 1234567 → "1,234,567", NaN → "–"; independent of the host's locale. */
export function formatInteger(value: number): string {
  if (Number.isNaN(value)) return '–';
  const sign = value <= -1 ? '−' : '';
  let rest = Math.abs(Math.trunc(value));
  if (!Number.isSafeInteger(rest)) return sign + rest.toLocaleString('en');
  let groups = '';
  while (rest >= 1000) {
    const higher = Math.floor(rest / 1000);
    groups = `,${GROUPS[rest - higher * 1000] ?? ''}${groups}`;
    rest = higher;
  }
  return `${sign}${rest}${groups}`;
}

/** 180254 → "180,254", or "~180,254" for a projected number; NaN → "–". */
export const formatProjected = (value: number, projected: boolean): string =>
  `${projected && !Number.isNaN(value) ? '~' : ''}${formatInteger(value)}`;

/** 7623 → "+7,623", −7623 → "−7,623" (a true minus), 0 → "0". */
export function formatSigned(value: number): string {
  return value > 0 ? `+${formatInteger(value)}` : formatInteger(value);
}

/** A count and its noun: (1, "step") → "1 step", (1200, "step") → "1,200 steps". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`;
}

/**
 * A number as it was typed, every decimal of it: 187500 → "187,500", 7.5 → "7.5". It is for settings,
 * which must be read back as they are.
 */
export function formatExact(value: number): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(String(value)) ?? [];
  if (whole === '') return String(value).replace('-', '−');
  return `${sign === '' ? '' : '−'}${formatInteger(Number(whole))}${rest}`;
}

/**
 * A ratio, the same wherever it stands. What was typed with at most four decimals reads as it was typed:
 * 5 → "5", 1.125 → "1.125". What was measured has two decimals, or four where two say too little: below
 * a tenth, and where the second would be a zero and hide that it is not round. 150,000 ÷ 18,000 → "8.33",
 * 5.0003 → "5.0003".
 */
export function formatRatio(value: number): string {
  if (isShownWhole(value)) return trimmed(value, RATIO_DIGITS);
  const short = formatFixed(value, SHORT_DIGITS);
  const isShort = Math.abs(value) >= 0.1 && !short.endsWith('0');
  return isShort ? short : trimmed(value, RATIO_DIGITS);
}

/** Whether {@link formatRatio} shows every digit of a ratio. */
export const isShownWhole = (value: number): boolean =>
  Number(value.toFixed(RATIO_DIGITS)) === value;

/** A ratio that something is multiplied with, under the rule of {@link formatRatio}: "8.33×", "5×". */
export const formatFactor = (value: number): string => `${formatRatio(value)}×`;

/** Decimals of a measured ratio. */
const SHORT_DIGITS = 2;

/** A measured factor and a set one that differs, with as many decimals as they need to differ. */
export function formatFactors(measured: number, set: number): readonly [string, string] {
  const texts = [formatFactor(measured), formatFactor(set)] as const;
  if (texts[0] !== texts[1]) return texts;
  const differ = (digits: number): boolean => trimmed(measured, digits) !== trimmed(set, digits);
  const digits = [RATIO_DIGITS, 6].find(differ) ?? 8;
  return [`${trimmed(measured, digits)}×`, `${trimmed(set, digits)}×`];
}

/** At most so many decimals, no zeros behind them. */
function trimmed(value: number, digits: number): string {
  const text = formatFixed(value, digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** 1839.1429 → "1,839.143", −0.409 → "−0.409": so many decimals, thousands grouped, a true minus. */
export function formatFixed(value: number, digits: number): string {
  const [whole = '0', decimals] = Math.abs(value).toFixed(digits).split('.');
  const sign = value < 0 && Number(value.toFixed(digits)) !== 0 ? '−' : '';
  return `${sign}${formatInteger(Number(whole))}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** Less is an error of floating point: no token costs so little. */
const LEAST_DOLLARS = 1e-9;

/**
 * Dollars: cents from one dollar on, below it hundredths of a cent, and below those the first digit:
 * "$5.59", "$0.0812", "$0.00004"; "$0" for nothing.
 */
export function formatDollars(dollars: number): string {
  const most = Math.abs(dollars);
  if (most < LEAST_DOLLARS) return '$0';
  const digits = most >= 1 ? 2 : most >= 0.00005 ? 4 : Math.ceil(-Math.log10(most));
  return `${dollars < 0 ? '−' : ''}$${formatFixed(most, digits)}`;
}

/** A price of a million tokens as providers write it: "$5", "$0.50", "$0.0375". */
export const formatPrice = (dollars: number): string =>
  `$${Number.isInteger(dollars) || !Number.isInteger(dollars * 10) ? dollars : dollars.toFixed(2)}`;

/** Dollars for an axis or a cell: "$1,240", "$18.5", "$1.62", "$0.025". */
export function formatShortDollars(dollars: number): string {
  const digits = dollars >= 100 ? 0 : dollars >= 10 ? 1 : dollars >= 1 ? 2 : 6;
  return `$${trimmed(dollars, digits)}`;
}

/** A number for an axis or a cell: "950", "187.5k", "1.25M". */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size >= 1_000_000) return `${sign}${trimmed(size / 1_000_000, 2)}M`;
  return size >= 1_000 ? `${sign}${trimmed(size / 1_000, 1)}k` : formatRatio(value);
}

/** 0.873 → "87 %"; one decimal below 10 %. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  return `${formatFixed(percent, Math.abs(percent) < 9.95 && percent !== 0 ? 1 : 0)} %`;
}

/** 1536 → "1.5 kB" in powers of 1,000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit++;
  } while (value >= 999.5 && unit < units.length - 1);
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${units[unit] ?? 'GB'}`;
}
