import { intAt } from '@/lib/engine/base/read';
import { joinedBy } from '../growth/joined-by';
import { sessionGrowth, type StepGrowth } from '../growth/session-growth';
import type { CauseContext } from './context';

/** Growth of a request since the newest one whose usage the policy knows, in real tokens. */
export interface Jump {
  readonly from: number;
  readonly added: number;
  /** New entries: [from, to). */
  readonly entries: readonly [from: number, to: number];
  /** Weight of the new entries, and of what no entry holds; null where the growth is projected. */
  readonly parts: Pick<StepGrowth, 'explained' | 'unexplained'> | null;
  /** No other step of the recording grew by as much. */
  readonly isLargest: boolean;
  /** The tool whose result came with it; null where no name is known. */
  readonly tool: string | null;
}

/** The growth that a step's decision did not know; null where the policy knows no usage. */
export function jumpAt(context: CauseContext): Jump | null {
  const { replay, step, lastRealStep: from, asked, subject } = context;
  const added = from < 0 ? NaN : asked - (replay.columns.real[from] ?? NaN);
  if (!(added > 0)) return null;
  const { entries } = replay.session.profile.steps;
  const growth = sessionGrowth(subject.session);
  const own = growth.at(step);
  const recorded = own?.since === from && own.grew === added ? own : null;
  let others = 0;
  let isLargest = true;
  for (const one of growth.steps) {
    if (one.kind !== 'run' || one.step === step) continue;
    others++;
    isLargest &&= one.grew < added;
  }
  return {
    from,
    added,
    entries: [intAt(entries, from), intAt(entries, step)],
    parts: recorded,
    isLargest: others > 0 && isLargest,
    tool: recorded === null ? null : toolOf(context, recorded),
  };
}

/** The tool that goes with hidden tokens; else that of the largest new result. */
function toolOf({ subject, step }: CauseContext, growth: StepGrowth): string | null {
  const { session, log } = subject;
  const joined = joinedBy(sessionGrowth(session), log, step);
  if (joined !== null && growth.unexplained > growth.explained) return joined.tool;
  const { response } = session.profile.entries.kinds;
  let best = -1;
  for (let entry = growth.from; entry < growth.to; entry++) {
    if (intAt(response, entry) > (best < 0 ? 0 : intAt(response, best))) best = entry;
  }
  return best < 0 ? null : (log.results(best, best + 1)[0] ?? null);
}
