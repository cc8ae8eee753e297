import { limitAt } from '@/lib/analysis/explain/step-events';
import { timesCompacting } from '@/lib/analysis/explain/outcome/step-outcome';
import type { OpenedRun } from '@/lib/analysis/fit/opened/opened-run';
import { recorded } from '@/lib/policies/highwater/recorded';
import { mark } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { decimateMax } from '@/lib/engine/base/decimate-max';

/** The policy that a session opens with, by ids and by name. */
interface OpeningBrief {
  readonly policy: string;
  readonly preset: string | null;
  readonly label: string;
  /** Label of the preset. */
  readonly version: string | null;
  /** It models the agent; else it stands in for a policy that would. */
  readonly own: boolean;
}

/** A session's row in the library's table. */
interface LibrarySummary {
  readonly steps: number;
  /** Largest real of a recorded request; projected if nobody reported usage; null without steps. */
  readonly peakReal: number | null;
  readonly peakProjected: boolean;
  readonly limit: number | null;
  readonly recordedCompactions: number;
  /** The policy of the two counts below. */
  readonly opening: OpeningBrief;
  /** As the session opens; null if the limit is unknown. */
  readonly compactions: number | null;
  readonly overflowSteps: number | null;
  /**
   * Real tokens of the steps that reported them, or projected ones of all steps if none did; at
   * most 64 values, the largest of each bucket. A request under another limit than the session's has
   * the same share of that one.
   */
  readonly sparkline: readonly number[];
}

/** Most values of a sparkline. */
const SPARKLINE = 64;

/** Summarises a session for the library: the recording, and its replay as it opens. */
export function librarySummary({ opening, run }: OpenedRun): LibrarySummary {
  const { session, marks } = run;
  const { profile } = session;
  const limit = profile.head.limit?.tokens ?? null;
  const reported = Float64Array.from(profile.steps.real.filter((tokens) => tokens >= 0));
  const known = reported.length > 0;
  const line = known ? reported : replay(session, recorded, {}).columns.real;
  const peakReal =
    profile.stepCount > 0 ? line.reduce((most, tokens) => Math.max(most, tokens), 0) : null;
  const base = {
    steps: profile.stepCount,
    peakReal,
    peakProjected: !known,
    limit,
    recordedCompactions: profile.head.compactions.length,
    opening: briefOf(opening),
    sparkline: decimateMax(ofLimits(run, line, known), SPARKLINE),
  };
  if (limit === null) return { ...base, compactions: null, overflowSteps: null };
  const compactions = timesCompacting(run);
  const overflowSteps = marks.reduce(
    (sum, bits) => sum + ((bits & mark.overflow) === 0 ? 0 : 1),
    0,
  );
  return { ...base, compactions, overflowSteps };
}

/** Real tokens, those of all steps or of the ones that were reported, as the same share of the session's limit. */
function ofLimits(run: OpenedRun['run'], line: Float64Array, reported: boolean): Float64Array {
  if (run.limits.length === 0) return line;
  const { real } = run.session.profile.steps;
  const steps = [...real.keys()].filter((step) => !reported || (real[step] ?? -1) >= 0);
  const share = (step: number): number => (run.limit ?? 1) / (limitAt(run, step) ?? run.limit ?? 1);
  return line.map((tokens, i) => Math.round(tokens * share(steps[i] ?? 0)));
}

function briefOf({ policy, own }: OpenedRun['opening']): OpeningBrief {
  const preset = policy.presets.find(({ id }) => id === own?.preset);
  return {
    policy: policy.id,
    preset: preset?.id ?? null,
    label: own === null ? policy.provenance.system : policy.label,
    version: preset?.label ?? null,
    own: own !== null,
  };
}
