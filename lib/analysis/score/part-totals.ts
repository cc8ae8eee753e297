import { median } from '@/lib/engine/base/stats';
import type { ScoredCompaction } from './compaction-score';
import { compactionParts, type CompactionPart } from './compaction-parts';

/** A scored compaction and who made it. */
export interface PartedCompaction extends Pick<ScoredCompaction, 'parts'> {
  readonly agent: string;
  readonly version: string | null;
  readonly model: string | null;
}

/** Tokens that each part of some projections was too high: the median, and the median of its size. */
export interface PartTotals {
  readonly agent: string;
  /** What of the agent: all, one version, or one model. */
  readonly of: 'all' | 'version' | 'model';
  readonly name: string | null;
  readonly n: number;
  readonly parts: Readonly<
    Record<CompactionPart, { readonly signed: number; readonly size: number }>
  >;
}

/** Errors by part: of each agent, its versions and the models that wrote its summaries. */
export function partTotals(all: readonly PartedCompaction[]): readonly PartTotals[] {
  return distinct(all, ({ agent }) => agent).flatMap((agent) => {
    const own = all.filter((one) => one.agent === agent);
    const by = (of: 'version' | 'model'): readonly PartTotals[] =>
      distinct(own, (one) => one[of]).map((name) =>
        totalsOf(
          { agent, of, name },
          own.filter((one) => one[of] === name),
        ),
      );
    return [totalsOf({ agent, of: 'all', name: null }, own), ...by('version'), ...by('model')];
  });
}

const byName = new Intl.Collator('en', { numeric: true }).compare;

const distinct = <T extends string | null>(
  all: readonly PartedCompaction[],
  of: (one: PartedCompaction) => T,
): readonly T[] => [...new Set(all.map(of))].sort((a, b) => byName(a ?? '', b ?? ''));

function totalsOf(
  whose: Pick<PartTotals, 'agent' | 'of' | 'name'>,
  some: readonly PartedCompaction[],
): PartTotals {
  const parts = Object.fromEntries(
    compactionParts.map((part) => {
      const errors = some.map((one) => one.parts[part]);
      return [part, { signed: median(errors), size: median(errors.map(Math.abs)) }];
    }),
  ) as PartTotals['parts'];
  return { ...whose, n: some.length, parts };
}
