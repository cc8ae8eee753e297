/** "000" to "999": policies write thousands of short sentences in one replay. */
const GROUPS = Array.from({ length: 1000 }, (_, group) => group.toString().padStart(3, '0'));

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

/** A factor with up to `digits` decimals and no trailing zeros beyond the first: 2.5 → "2.5×". */
export function formatFactor(value: number, digits = 2): string {
  return `${formatFixed(value, digits).replace(/(\.\d+?)0+$/, '$1')}×`;
}

/** 1839.1429 → "1,839.143", −0.409 → "−0.409": so many decimals, thousands grouped, a true minus. */
export function formatFixed(value: number, digits: number): string {
  const [whole = '0', decimals] = Math.abs(value).toFixed(digits).split('.');
  const sign = value < 0 && Number(value.toFixed(digits)) !== 0 ? '−' : '';
  return `${sign}${formatInteger(Number(whole))}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** 0.873 → "87 %"; one decimal below 10 %. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  return `${Math.abs(percent) < 9.95 && percent !== 0 ? percent.toFixed(1) : percent.toFixed(0)} %`;
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
