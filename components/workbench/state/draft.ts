import type { Opening } from '@/lib/analysis/fit/opening';
import { formatFault, type Fault } from '@/lib/engine/replay/faults/faults';
import type { Policy } from '@/lib/engine/policy/policy';
import { findPolicy } from '@/lib/policies/registry';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { Settings } from '@/lib/engine/policy/fields';

/** The policy and settings being edited. */
export interface Draft {
  readonly policyId: string;
  readonly settings: Settings;
  /** Faults injected into the replay. */
  readonly faults: readonly Fault[];
}

/** The what-if of a frame or a view, alone. */
export const draftOf = ({ policyId, settings, faults }: Draft): Draft => ({
  policyId,
  settings,
  faults,
});

/** The policy and settings that a session opens with, as a what-if without a change. */
export const happenedDraft = ({ policy, settings }: Opening): Draft => ({
  policyId: policy.id,
  settings,
  faults: [],
});

/** The policy of a registered id. */
export function policyOf(id: string): Policy {
  const policy = findPolicy(id);
  if (!policy) throw new Error(`There is no policy ${id}`);
  return policy;
}

/** True if policy, settings and faults are equal. */
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

/** A range cut to the steps up to `last`. */
export function inside(range: StepRange, last: number): StepRange {
  const from = Math.max(0, Math.min(range.from, last));
  return { from, to: Math.max(from, Math.min(range.to, last)) };
}

/** The step of a range that is nearest to a step. */
export const within = ({ from, to }: StepRange, step: number): number =>
  Math.min(to, Math.max(from, step));
