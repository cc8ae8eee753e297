import { expect, it } from 'vitest';
import { likelySteps } from '@/lib/analysis/explain/ledger-decision';
import { mayCompactOf } from '@/lib/analysis/explain/likely';
import { replay } from '@/lib/engine/replay/replay';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';
import { policyOrDefault } from '@/lib/policies/registry';
import { drain } from '@/lib/engine/base/drain';
import { CellSettings } from './cell-settings';
import { mayCompactByCell } from './may-compact';
import type { SweepPlan } from './plan';
import { SweepRun } from './sweep-run';

/** Steps that grow by 5,200 tokens each, and the same with a recorded compaction between them. */
const grown = (to: number) =>
  Array.from({ length: to }, (_, i) => `m 16000\n-- ${30_000 + 5_200 * i}`);
const recorded = [...grown(7), '== compact 2000 auto', 'u 40', '-- 21000', ...grown(5)];
const sessions = [grown(14), recorded].map((lines) =>
  drawnSession(['limit 200000', ...lines].join('\n')),
);
const axes = [{ setting: 'window', values: [60_000, 93_000, 110_000, 400_000] }];
const plan: SweepPlan = {
  columns: ['claude-code', 'contextguard-threshold'].map((policy) => ({
    ...{ policy, settings: {}, axes, sample: null },
  })),
  limit: 200_000,
};

it('counts the unsure decisions of each cell as its replays have them', () => {
  const run = new SweepRun(plan, sessions);
  run.advance();
  const { cells, results } = run;
  const found = drain(mayCompactByCell(sessions, { plan, cells, results }));
  const settings = new CellSettings(plan, cells);
  cells.forEach(({ column }, cell) => {
    const policy = policyOrDefault(plan.columns[column]?.policy ?? '');
    const chances = sessions.map((session) => {
      const own = settings.of(session.profile.head)(cell);
      return likelySteps(replay(session, policy, own, { limit: plan.limit, isWindowSet: true }));
    });
    expect(found[cell]).toEqual(mayCompactOf(chances));
  });
  expect(found.some((one) => one !== null && one.steps > 1)).toBe(true);
  expect(found.some((one) => one === null)).toBe(true);
});
