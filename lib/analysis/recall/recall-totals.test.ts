import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intAt } from '@/lib/engine/base/read';
import type { Settings } from '@/lib/engine/policy/fields';
import { recorded } from '@/lib/policies/highwater/recorded';
import { policies } from '@/lib/policies/registry';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { indexSession } from '@/lib/engine/tokens/references/session-references';
import { repeats } from '@/lib/tools/suites/endurance';
import { coveredAt, neededNames, neededTokens } from './covered-names';
import { namedSession } from './recall-session';
import { recallInput } from './recall-input';
import { recallReport } from './recall-report';
import { recallTotals, type RecallTotals } from './recall-totals';
import { namedEvents, pictureOf } from './testing/recall-session';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** The sums, compaction by compaction, as a report words them. */
function totalsByReport(run: Replay, index: NonNullable<ReturnType<typeof indexSession>>) {
  const input = recallInput(run, namedSession(run.session, index));
  const { steps } = run.session.profile;
  const sums = { regret: 0, regretHigh: 0 };
  run.columns.compacted.forEach((fired, step) => {
    if (fired !== 1) return;
    const covered = coveredAt(input, step, intAt(steps.entries, step));
    const { low, high } = neededTokens(input, covered, neededNames(input, covered));
    sums.regret += low;
    sums.regretHigh += high;
  });
  return sums;
}

const plain = ({ regret, regretHigh }: RecallTotals) => ({ regret, regretHigh });

describe('totals of a recall', () => {
  it('are what a report lists of the replay’s compactions, under every policy', () => {
    let some = 0;
    fc.assert(
      fc.property(namedEvents, fc.constantFrom(...policies), (events, policy) => {
        fc.pre(policy.traits.recording !== true);
        const session = textSession(pictureOf(events));
        const small = policy.settings.safeParse({ window: 8_000 });
        const settings = (small.success ? small.data : policy.settings.parse({})) as Settings;
        const run = replay(preparedSession(session), policy, settings, {
          faults: [{ kind: 'compact', step: 3 }],
        });
        const index = indexSession(session)!;
        const totals = recallTotals(namedSession(run.session, index), run);
        expect(plain(totals)).toEqual(totalsByReport(run, index));
        if (totals.regret > 0) some++;
      }),
      { numRuns: repeats(200, 3_000) },
    );
    expect(some).toBeGreaterThan(0);
  });

  it('are the sums of the recorded compactions where the replay is the recording', () => {
    fc.assert(
      fc.property(namedEvents, (events) => {
        const session = textSession(pictureOf(events));
        const prepared = preparedSession(session);
        const run = replay(prepared, recorded, recorded.settings.parse({}));
        const { report } = recallReport(run, indexSession(session)!);
        const sum = (of: 'low' | 'high') => report.recorded.reduce((all, one) => all + one[of], 0);
        const rework = report.recorded.flatMap((one) => one.rework);
        expect(report.totals).toEqual({
          regret: sum('low'),
          regretHigh: sum('high'),
          repeated: rework.length,
          rework: rework.reduce((all, { tokens }) => all + tokens, 0),
        });
      }),
      { numRuns: repeats(60, 1_000) },
    );
  });

  it('are none without a compaction', () => {
    const session = textSession('u "src/a.ts"\n-- 100\nm "src/a.ts"\nu 4\n-- 200');
    const run = replay(preparedSession(session), recorded, recorded.settings.parse({}));
    const totals = recallTotals(namedSession(run.session, indexSession(session)!), run);
    expect(totals).toEqual({ regret: 0, regretHigh: 0, repeated: 0, rework: 0 });
  });
});
