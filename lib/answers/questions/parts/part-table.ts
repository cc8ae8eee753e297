import { compactionParts, partNames } from '@/lib/analysis/score/compaction-parts';
import type { PartTotals } from '@/lib/analysis/score/part-totals';
import { formatInteger, formatSigned } from '@/lib/engine/base/format';
import type { Block, Column } from '../../model/block';

const PART_COLUMNS: readonly Column[] = [
  { head: 'error by part: agent' },
  { head: 'of' },
  ...['n', ...compactionParts.map((part) => partNames[part])].map((head) => ({
    head,
    number: true,
  })),
];

/** Medians of what each part was projected too high, and of its size. */
export function partTable(all: readonly PartTotals[]): readonly Block[] {
  if (all.length === 0) return [];
  const rows = all.map(({ agent, of, name, n, parts }) => [
    agent,
    of === 'all' ? 'all' : (name ?? `unknown ${of}`),
    formatInteger(n),
    ...compactionParts.map((part) => {
      const { signed, size } = parts[part];
      return `${formatSigned(Math.round(signed))} (${formatInteger(Math.round(size))})`;
    }),
  ]);
  return [{ kind: 'table', columns: PART_COLUMNS, rows }];
}
