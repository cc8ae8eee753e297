import type { CorpusFacts } from '../corpus-session';
import type { SessionEvidence } from '../evidence/session-evidence';
import type { SweepCell, SweepPlan } from '../sweep/plan';
import type { SweepResults } from '../sweep/sweep-results';
import { cellAt } from '../region/cell-space';
import type { TuneField } from './tune-field';

/** A sweep and what is to be recommended from its first column. */
export interface SweptCorpus {
  readonly sessions: readonly {
    readonly facts: CorpusFacts;
    readonly evidence: Pick<SessionEvidence, 'steps' | 'near' | 'limit'>;
  }[];
  readonly plan: SweepPlan;
  readonly cells: readonly SweepCell[];
  readonly results: SweepResults;
  /** Today's values of the first column's axes. */
  readonly today: readonly number[];
  /** The largest window that may be proposed, where a system counts it otherwise than its limit. */
  readonly most?: number | null | undefined;
  readonly allowed: { readonly overflowing: number; readonly looping: number };
  readonly settable: (setting: string) => boolean;
}

/**
 * The field that a sweep's first column spans. The limit is the given one, else the plan's, else the smallest of the
 * recorded sessions'. Throws a RangeError where today's values are not on the grid, or
 * no point of the sample.
 */
export function fieldOfSweep(swept: SweptCorpus): TuneField {
  const { plan, cells, results, today, allowed, settable, sessions } = swept;
  const [column] = plan.columns;
  if (column === undefined) throw new RangeError('A sweep has at least one policy');
  const baseline = column.axes.map(({ values, setting }, axis) => {
    const place = values.indexOf(today[axis] ?? NaN);
    if (place < 0) throw new RangeError(`Today's ${setting} ${today[axis]} is not on the grid`);
    return place;
  });
  if (cellAt({ column, cells }, baseline) < 0) {
    throw new RangeError("Today's settings are not among the points of the sample");
  }
  const limits = sessions.flatMap(({ facts, evidence }) =>
    facts.generated || evidence.limit === null ? [] : [evidence.limit],
  );
  const limit =
    swept.most ?? plan.limit ?? limits.reduce<number | null>((a, b) => Math.min(a ?? b, b), null);
  return {
    sessions: sessions.map(({ facts, evidence: { steps, near } }) => ({ facts, steps, near })),
    cells,
    results,
    column,
    baseline,
    constraints: { ...allowed, limit },
    settable,
  };
}
