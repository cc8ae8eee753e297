import type { Replay } from '@/lib/engine/replay/replay';
import { reaches } from '../../ledger-decision';
import { changesOf } from '../changes';
import { controlOf, type CauseSubject } from '../context';
import { remediesOf, saferThan } from './candidates';
import type { Remedy, RemedyAim } from './remedy';

/** The single changes named beside a step's cause. */
export interface RemedyList {
  /** "Would have compacted", "Would have held", "Safer". */
  readonly title: string;
  readonly aim: RemedyAim;
  /** The replay that each is one change away from: the what-if in force. */
  readonly base: Replay;
  readonly remedies: readonly Remedy[];
}

/**
 * The changes on top of the settings in force that turn a step's decision. Where one change already made
 * a step compact that did not, those that make it compact with more room. `title` as the explanation
 * gives it; null for no list.
 */
export function remedyList(
  current: Replay,
  step: number,
  subject: CauseSubject,
  title: string | null,
): RemedyList | null {
  if (title === null) return null;
  const base = current;
  const safer = saferRemedies(current, step, subject);
  if (safer.length > 0) return { title: 'Safer', aim: 'safer', base, remedies: safer };
  const remedies = remediesOf(current, step);
  const aim = current.columns.compacted[step] === 1 ? 'hold' : 'compact';
  return remedies.length === 0 ? null : { title, aim, base, remedies };
}

function saferRemedies(current: Replay, step: number, subject: CauseSubject): readonly Remedy[] {
  const changes = changesOf(subject.baseline, current);
  const { columns, policy } = current;
  if (!changes.some(({ kind }) => kind === 'setting') || columns.compacted[step] !== 1) return [];
  if (policy.id !== subject.baseline.policy.id || current.faults.length > 0) return [];
  const control = controlOf(subject);
  if (control.columns.compacted[step] === 1 || reaches(control, step)) return [];
  return saferThan(current, step, remediesOf(control, step));
}
