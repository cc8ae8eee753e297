import { contextGuardThreshold } from '@/lib/policies/contextguard-threshold';
import { recorded } from '@/lib/policies/recorded';
import { sessionSettings } from '@/lib/policies/session-settings';
import { mark, prepare, replay } from '@/lib/replay/replay';
import type { Profile } from '@/lib/tokens/profile';
import { decimateMax } from './decimate-max';
import { usageTier, type UsageTier } from './usage-tier';

/** What the library's table shows of a session. */
export interface LibrarySummary {
  readonly steps: number;
  /** Largest real of a recorded request; projected where nobody reported usage; null without steps. */
  readonly peakReal: number | null;
  readonly peakProjected: boolean;
  readonly limit: number | null;
  readonly recordedCompactions: number;
  /** Under the latest ContextGuard with window = limit; null where the limit is unknown. */
  readonly compactions: number | null;
  readonly overflowSteps: number | null;
  readonly usageTier: UsageTier;
  /**
   * Real tokens of the steps that reported them, or of all where none did and they are projected; at
   * most 64 values, the largest of each bucket.
   */
  readonly sparkline: readonly number[];
}

/** The most values of a sparkline. */
const SPARKLINE = 64;

/** Summarises a session for the library: what was recorded, and one replay. */
export function librarySummary(profile: Profile): LibrarySummary {
  const session = prepare(profile);
  const limit = profile.head.limit?.tokens ?? null;
  const reported = Float64Array.from(profile.steps.real.filter((tokens) => tokens >= 0));
  const known = reported.length > 0;
  const line = known ? reported : replay(session, recorded, {}).columns.real;
  const peakReal = profile.stepCount > 0 ? largest(line) : null;
  const recordedCompactions = profile.head.compactions.length;
  const base = {
    steps: profile.stepCount,
    peakReal,
    peakProjected: !known,
    limit,
    recordedCompactions,
    usageTier: usageTier(profile),
    sparkline: decimateMax(line, SPARKLINE),
  };
  if (limit === null) return { ...base, compactions: null, overflowSteps: null };
  const settings = sessionSettings(contextGuardThreshold, profile.head, limit);
  const { columns, marks } = replay(session, contextGuardThreshold, settings);
  const compactions = columns.compacted.reduce((sum, bit) => sum + bit, 0);
  const overflowSteps = marks.reduce(
    (sum, bits) => sum + ((bits & mark.overflow) === 0 ? 0 : 1),
    0,
  );
  return { ...base, compactions, overflowSteps };
}

function largest(values: ArrayLike<number> & Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}
