import { roundTo } from '@/lib/base/round-to';

/** Named values of a recording. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for an object with named values. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value's fields; none where it has none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** A value's items; none where it is no list. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** A value's fields, each replaced by a function of itself and its name. */
export const mapFields = (fields: unknown, map: (value: unknown, key: string) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(fields)).map(([key, value]) => [key, map(value, key)]),
  );

/** First projected step that a replay's verdict names; null where nothing is projected. */
export function saidDivergence(verdict: string): number | null {
  const [, step] = /From step ([\d,]+) on, real tokens are projected/.exec(verdict) ?? [];
  return step === undefined ? null : Number(step.replaceAll(',', ''));
}

/**
 * A text with its decimals as two at most and no zeros behind them: a factor was printed as 5.00×, 5.0×
 * and 8.33× and is printed as 5× and 8.3333×. The number is the same.
 */
export const rounded = (text: string): string =>
  text.replace(/\d[\d,]*\.\d+/g, (number) => {
    const value = Number(number.replaceAll(',', ''));
    const digits = String(roundTo(value, 2));
    return value < 1_000 ? digits : number;
  });

/** Every text below a value, {@link rounded}. */
export const roundedTexts = (fields: Fields): Fields =>
  JSON.parse(rounded(JSON.stringify(fields))) as Fields;
