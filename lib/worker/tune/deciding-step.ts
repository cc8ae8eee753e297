import { replay } from '@/lib/engine/replay/replay';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { outcomeOf, type SessionOutcome } from '@/lib/tuning/outcome';
import { planPolicies, setsWindow } from '@/lib/tuning/sweep/cell-settings';
import type { CellRun } from '@/lib/tuning/sweep/run-cells';

/** Two cells of a plan, and their settings. */
type TwoCells = Omit<CellRun, 'order'>;

/**
 * The first step at which a session fares otherwise under two cells; where it does not, its first
 * overflow or compaction; −1 without one.
 */
export function decidingStep(session: Replayable, { plan, cells, settings }: TwoCells): number {
  const policies = planPolicies(plan);
  const settingsOf = settings.of(session.profile.head);
  const limit = plan.limit ?? session.profile.head.limit?.tokens ?? null;
  const outcomes = cells.map(({ column }, index): SessionOutcome => {
    const policy = policies[column];
    if (policy === undefined) throw new RangeError(`There is no column ${column}`);
    return outcomeOf(
      replay(session, policy, settingsOf(index), {
        limit,
        isWindowSet: setsWindow(plan.columns[column]),
      }),
    );
  });
  const [one, other] = outcomes;
  if (one === undefined || other === undefined) return -1;
  return firstOf(onlyInOne(one, other)) ?? firstOf([...other.overflow, ...other.fired]) ?? -1;
}

/** Steps that fire, or overflow, in one outcome alone. */
function onlyInOne(one: SessionOutcome, other: SessionOutcome): readonly number[] {
  return (['fired', 'overflow'] as const).flatMap((kind) => [
    ...one[kind].filter((step) => !other[kind].includes(step)),
    ...other[kind].filter((step) => !one[kind].includes(step)),
  ]);
}

const firstOf = (steps: readonly number[]): number | null =>
  steps.reduce<number | null>((least, step) => Math.min(least ?? step, step), null);
