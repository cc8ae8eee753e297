import { oncePer } from '@/lib/base/once/once-per';
import { replay, type Replay } from '@/lib/replay/replay';
import { reaches } from '../../ledger-decision';
import { changesOf } from '../changes';
import type { CauseSubject } from '../context';
import { remediesOf } from './candidates';
import type { Remedy } from './remedy';

/** The single changes named beside a step's cause. */
export interface RemedyList {
  /** "Would have compacted", "Would have held", "Safer". */
  readonly title: string;
  /** The replay that each is one change away from. */
  readonly base: Replay;
  readonly remedies: readonly Remedy[];
}

/**
 * The changes that turn a step's decision. Where one change already made a step compact that did not,
 * those that make it compact with more room. `title` as the explanation gives it; null for no list.
 */
export function remedyList(
  current: Replay,
  step: number,
  subject: CauseSubject,
  title: string | null,
): RemedyList | null {
  if (title === null) return null;
  const safer = saferList(current, step, subject);
  if (safer !== null) return safer;
  const remedies = remediesOf(current, step);
  return remedies.length === 0 ? null : { title, base: current, remedies };
}

function saferList(current: Replay, step: number, subject: CauseSubject): RemedyList | null {
  const changes = changesOf(subject.baseline, current);
  const { columns, policy } = current;
  if (!changes.some(({ kind }) => kind === 'setting') || columns.compacted[step] !== 1) return null;
  if (policy.id !== subject.baseline.policy.id || current.faults.length > 0) return null;
  const base = happened(subject);
  if (base.columns.compacted[step] === 1 || reaches(base, step)) return null;
  const margin = (columns.decision[step] ?? NaN) - (columns.threshold[step] ?? NaN);
  const remedies = remediesOf(base, step).filter((one) => one.margin > margin);
  return remedies.length === 0 ? null : { title: 'Safer', base, remedies };
}

/** The replay of the baseline. */
const happened = oncePer(({ session, baseline }: CauseSubject) =>
  replay(session, baseline.policy, baseline.settings),
);
