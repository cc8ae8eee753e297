import { formatFault, type Fault } from '@/lib/policies/faults';
import type { Policy } from '@/lib/policies/policy';
import { findPolicy } from '@/lib/policies/registry';
import type { Replay } from '@/lib/replay/replay';
import type { StepRange } from '@/lib/report/decimate';
import { stepEvents } from '@/lib/report/step-events';
import { highestDecision } from '@/lib/report/verdict';
import type { Settings } from './settings-fields';

/** The policy and settings being edited. */
export interface Draft {
  readonly policyId: string;
  readonly settings: Settings;
  /** What goes wrong in the replay. */
  readonly faults: readonly Fault[];
}

/** The policy of an id that the registry is known to hold. */
export function policyOf(id: string): Policy {
  const policy = findPolicy(id);
  if (!policy) throw new Error(`There is no policy ${id}`);
  return policy;
}

/** Two drafts with the same policy, settings and faults. */
export function sameDraft(a: Draft, b: Draft): boolean {
  const keys = Object.keys({ ...a.settings, ...b.settings });
  const text = ({ faults }: Draft): string => faults.map(formatFault).join(' ');
  return (
    a.policyId === b.policyId &&
    keys.every((key) => a.settings[key] === b.settings[key]) &&
    text(a) === text(b)
  );
}

/** The range moved, not resized, so that it holds a step. */
export function around(range: StepRange, step: number, last: number): StepRange {
  if (step >= range.from && step <= range.to) return range;
  const width = range.to - range.from;
  const from = Math.max(0, Math.min(step - (width >> 1), last - width));
  return { from, to: Math.min(last, from + width) };
}

/** The step of a range that is nearest to a step. */
export const within = ({ from, to }: StepRange, step: number): number =>
  Math.min(to, Math.max(from, step));

/** Where a session opens: its first overflow, else compaction, else highest decision, else end. */
export function interestingStep(baseline: Replay): number {
  const events = stepEvents(baseline);
  const last = baseline.session.profile.stepCount - 1;
  const first = [
    events['recorded-overflow'],
    events.overflow,
    events.replayed,
    events.recorded,
  ].find((steps) => steps.length > 0)?.[0];
  if (first !== undefined) return first;
  const highest = highestDecision(baseline);
  return highest < 0 ? last : highest;
}
