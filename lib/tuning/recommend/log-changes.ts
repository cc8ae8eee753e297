/** Changes of the log beside those of settings: what smaller tool results do to a corpus as it is set today. */
import { totalsOf, type SessionTotals } from '@/lib/analysis/compare/session-totals';
import { CAPS, outputCaps, type OutputCap } from '@/lib/analysis/outputs/output-caps';
import { replay } from '@/lib/engine/replay/replay';
import type { SweepPlan } from '../sweep/plan';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { AnswerColumn } from './answer-columns';
import { fieldSessions } from './corpus-edges';
import { changeKind } from './recommendation';
import { decidingRows, type TuneField } from './tune-field';

type Figures = 'sessions' | 'overflowing' | 'looping' | 'compactions' | 'better' | 'worse' | 'same';

/** Every tool result of every session cut to so many heuristic tokens, and what that does to the sessions. */
export interface LogChange
  extends Pick<AnswerColumn, Figures>, Pick<OutputCap, 'tokens' | 'cut' | 'removed'> {}

const fails = ({ overflowSteps, loop }: SessionTotals): boolean => overflowSteps > 0 || loop;

/**
 * Replays the recorded sessions of a field under today's settings with every tool result cut to each of
 * {@link CAPS}; a session in which nothing is that large stays as it is. Yields between sessions, so that a
 * host can pause.
 */
export function* logChanges(
  field: TuneField,
  plan: SweepPlan,
  sessions: readonly Replayable[],
): Generator<null, readonly LogChange[], void> {
  const given = fieldSessions(field, field.baseline, plan, sessions);
  const rows = decidingRows(field);
  const zero = { overflowing: 0, looping: 0, compactions: 0, better: 0, worse: 0, same: 0 };
  const sums = CAPS.map((tokens) => ({
    ...{ tokens, cut: 0, removed: 0, sessions: rows.length },
    ...zero,
  }));
  for (const row of rows) {
    const limit = given.limit(row);
    const run = replay(given.session(row), given.policy, given.settings(row), { limit });
    const today = totalsOf(run);
    const caps = outputCaps(run, null).filter(({ cap }) => cap.entry === null);
    for (const sum of sums) {
      const found = caps.find(({ cap }) => cap.tokens === sum.tokens);
      const { cut = 0, removed = 0 } = found?.cap ?? {};
      const faults = found?.faults ?? [];
      const then =
        faults.length === 0
          ? today
          : totalsOf(replay(run.session, run.policy, run.settings, { limit, faults }));
      const kind = changeKind(fails(today), fails(then), then.compactions - today.compactions);
      sum.cut += cut;
      sum.removed += removed;
      sum.overflowing += Number(then.overflowSteps > 0);
      sum.looping += Number(then.loop);
      sum.compactions += then.compactions;
      if (kind === null) sum.same++;
      else if (kind === 'broken' || kind === 'more') sum.worse++;
      else sum.better++;
    }
    yield null;
  }
  return sums;
}
