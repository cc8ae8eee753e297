import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import type { SessionTotals } from '@/lib/analysis/compare/session-totals';
import type { TuneRow } from '../deciding-rows';

/** A session of 10 steps for tests. */
export const tuned = (id: string, facts: Partial<CorpusFacts> = {}): TuneRow => ({
  facts: {
    id,
    name: id,
    agent: 'agent',
    model: null,
    hash: id,
    generated: false,
    subAgent: false,
    cluster: id,
    startedAt: null,
    ...facts,
  },
  steps: 10,
  spark: [],
  limit: 200_000,
});

/** Totals with so many compactions and overflowing steps. */
export const totals = (compactions: number, overflowSteps = 0, loop = false): SessionTotals => ({
  compactions,
  passes: compactions,
  overflowSteps,
  firstOverflow: overflowSteps > 0 ? 7 : -1,
  loop,
  sent: 1_000,
  unused: 0,
});
