/** Which numbers a mapping takes for counts of tokens, and why: their name, their growth, their bound. */
import { formatInteger } from '@/lib/engine/base/format';
import { fieldLabels, type MappedField, type Mapping } from './mapping';
import type { At } from '../mechanisms/loose-json';
import { planOf, recordsIn } from './record-fields';
import { normalizeUsage } from '@/lib/engine/tokens/usage/normalize-usage';

/** A number of the records and its meaning. */
export interface CountReason {
  readonly field: MappedField;
  readonly path: string;
  readonly why: string;
}

const COUNTS = ['usage', 'input', 'cachedRead', 'cacheWrite', 'outputTokens'] as const;

/** The counts that a mapping reads in the first records. */
export function countReasons(
  head: readonly { readonly at: At; readonly value: unknown }[],
  mapping: Mapping,
): readonly CountReason[] {
  const plan = planOf(mapping);
  const records = head.flatMap(({ value, at }) => [...recordsIn(plan, value, at)].slice(0, 50));
  const totals = records.flatMap(
    (record) => normalizeUsage(record.usage().usage, record.usage().family).real ?? [],
  );
  return COUNTS.flatMap((field): CountReason[] => {
    const path = mapping.fields[field];
    if (path === undefined) return [];
    if (field === 'usage') {
      const rules = records.flatMap((record) => {
        const { real, rule } = normalizeUsage(record.usage().usage);
        return real === null ? [] : [rule];
      });
      const rule = rules[0] ?? 'no count of a prompt';
      return [{ field, path, why: `by its names: ${rule}; ${growth(totals)}` }];
    }
    const values = records.flatMap((record) => numberIn(record.one(field)) ?? []);
    const total = field === 'input' ? growth(values) : bound(values, totals);
    return [{ field, path, why: `by its name; ${total}` }];
  });
}

const numberIn = (value: unknown): number | null =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\d+$/.test(value)
      ? Number(value)
      : null;

/** A total of a growing request grows. */
function growth(values: readonly number[]): string {
  const shown = values
    .slice(0, 3)
    .map((value) => formatInteger(value))
    .join(', ');
  if (values.length < 2) return values.length === 0 ? 'no value' : `the only value is ${shown}`;
  const rises = values.slice(1).filter((value, i) => value >= (values[i] ?? 0)).length;
  const all = values.length - 1;
  return rises === all
    ? `it never falls from call to call (${shown}, …)`
    : `it rises ${formatInteger(rises)} of ${formatInteger(all)} times (${shown}, …)`;
}

/** A part of a request is at most the whole. */
function bound(values: readonly number[], totals: readonly number[]): string {
  const over = values.filter((value, i) => value > (totals[i] ?? Infinity)).length;
  return over === 0
    ? 'no call exceeds its total'
    : `${formatInteger(over)} of ${formatInteger(values.length)} exceed the total of their call`;
}

/** The sentence of a count. */
export const countWords = ({ field, path, why }: CountReason): string =>
  `${fieldLabels[field]}: ${path === '' ? 'the record' : path}, ${why}.`;
