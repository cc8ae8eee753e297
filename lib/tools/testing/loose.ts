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
