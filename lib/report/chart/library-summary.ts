import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { recorded } from '@/lib/policies/highwater/recorded';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import { mark, prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import type { Profile } from '@/lib/tokens/profile';
import { decimateMax } from '@/lib/base/decimate-max';
import { usageTier, type UsageTier } from '@/lib/tokens/usage/usage-tier';

/** A session's row in the library's table. */
interface LibrarySummary {
  readonly steps: number;
  /** Largest real of a recorded request; projected if nobody reported usage; null without steps. */
  readonly peakReal: number | null;
  readonly peakProjected: boolean;
  readonly limit: number | null;
  readonly recordedCompactions: number;
  /** Under the latest ContextGuard with window = limit; null if the limit is unknown. */
  readonly compactions: number | null;
  readonly overflowSteps: number | null;
  readonly usageTier: UsageTier;
  /**
   * Real tokens of the steps that reported them, or projected ones of all steps if none did; at
   * most 64 values, the largest of each bucket.
   */
  readonly sparkline: readonly number[];
}

/** Most values of a sparkline. */
const SPARKLINE = 64;

/** Summarises a session for the library: the recording, and one replay. */
export function librarySummary(profile: Profile): LibrarySummary {
  const session = prepare(profile);
  const limit = profile.head.limit?.tokens ?? null;
  const reported = Float64Array.from(profile.steps.real.filter((tokens) => tokens >= 0));
  const known = reported.length > 0;
  const line = known ? reported : replay(session, recorded, {}).columns.real;
  const peakReal =
    profile.stepCount > 0 ? line.reduce((most, tokens) => Math.max(most, tokens), 0) : null;
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
  const settings = sessionSettings(contextGuardThreshold, profile.head);
  const { columns, marks } = replay(session, contextGuardThreshold, settings);
  const compactions = columns.compacted.reduce((sum, bit) => sum + bit, 0);
  const overflowSteps = marks.reduce(
    (sum, bits) => sum + ((bits & mark.overflow) === 0 ? 0 : 1),
    0,
  );
  return { ...base, compactions, overflowSteps };
}
