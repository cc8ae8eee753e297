import { clearColumns, createColumns, type Columns } from '@/lib/policies/columns';
import type { Policy } from '@/lib/policies/policy';
import {
  summarySettings,
  type ScriptedSummary,
  type SummarySettings,
} from '@/lib/policies/summary';
import { stepFlag, type Profile } from '@/lib/tokens/profile';
import { projectReal, type Projection } from './projection';
import { SessionRequests } from './requests';
import { SummaryModels } from './summariser';

/** Bits of a replayed step's `marks`. */
export const mark = {
  /** The request differs from the recording's: its real tokens are projected. */
  diverged: 1,
  /** Nobody reported the real tokens of this step's recorded request: they are projected too. */
  unreported: 2,
  /** More than the limit, or refused by the provider as recorded. */
  overflow: 4,
} as const;

/** A session made ready for replays: what does not depend on policy and settings. */
export interface Replayable {
  readonly profile: Profile;
  /** Heuristic tokens of the prefix. */
  readonly prefixTokens: number;
  readonly projection: Projection;
  readonly requests: SessionRequests;
}

/** Sizes a session's requests once; `prefixTokens` defaults to what the profile knows. */
export function prepare(profile: Profile, prefixTokens = knownPrefix(profile)): Replayable {
  const projection = projectReal(profile, prefixTokens);
  const requests = new SessionRequests(profile, prefixTokens, projection);
  return { profile, prefixTokens, projection, requests };
}

/** What a replay may be given besides policy and settings. */
export interface ReplayOptions {
  /** The most the provider accepts; the profile's when left out, null: unknown. */
  readonly limit?: number | null;
  /** A simulation's summariser calls, in order; the last repeats. */
  readonly script?: readonly ScriptedSummary[];
  /** Columns of an earlier replay of the same session to write over: nothing is allocated. */
  readonly into?: Replay;
}

/** A policy applied to a session. */
export interface Replay {
  readonly policyId: string;
  readonly columns: Columns;
  readonly marks: Uint8Array;
  /** First step whose request differs from the recording; −1 for none. */
  readonly divergence: number;
  readonly limit: number | null;
  readonly session: Replayable;
}

/** Heuristic tokens of the prefix as far as the profile holds it. */
export function knownPrefix(profile: Profile): number {
  return (profile.head.system ?? 0) + (profile.head.tools ?? 0);
}

const defaultSummary: SummarySettings = summarySettings.parse({});

/** Applies a policy to a session: O(1) a step, deterministic, text untouched. */
export function replay<S>(
  session: Replayable,
  policy: Policy<S>,
  settings: S,
  options: ReplayOptions = {},
): Replay {
  const { profile, prefixTokens, projection, requests } = session;
  const limit = options.limit === undefined ? (profile.head.limit?.tokens ?? null) : options.limit;
  const columns = options.into?.columns ?? createColumns(profile.stepCount);
  if (options.into) clearColumns(columns);
  const summaries = profile.head.compactions.filter(({ kind }) => kind === 'summary');
  const summariser = new SummaryModels({
    // Policies without a summary model never ask for one.
    settings: { ...defaultSummary, ...(settings as Partial<SummarySettings>) },
    density: profile.steps.ratio?.[0] ?? projection.density.value,
    recorded: summaries.map((compaction) => compaction.summaryBytes),
    script: options.script,
  });
  policy.replay(settings, { profile, prefixTokens, requests, summariser, columns });
  const marks = options.into?.marks ?? new Uint8Array(profile.stepCount);
  const asRecorded = policy.id === 'recorded';
  const divergence = asRecorded ? -1 : firstDivergence(session, columns);
  markSteps(profile, columns, { marks, divergence, limit });
  return { policyId: policy.id, columns, marks, divergence, limit, session };
}

/** The first compaction, replayed or recorded, that the other side did not make just so. */
function firstDivergence({ requests }: Replayable, { compacted, reproduced }: Columns): number {
  const replayed = compacted.findIndex((bit, i) => bit === 1 && reproduced[i] === 0);
  const first = requests.recorded.find((view) => view.boundary && reproduced[view.step] === 0);
  if (first === undefined) return replayed;
  return replayed < 0 ? first.step : Math.min(replayed, first.step);
}

function markSteps(
  { steps, stepCount }: Profile,
  columns: Columns,
  to: { readonly marks: Uint8Array; readonly divergence: number; readonly limit: number | null },
): void {
  const { marks, divergence } = to;
  const real = columns.real;
  const from = divergence < 0 ? stepCount : divergence;
  const limit = to.limit ?? Infinity;
  for (let i = 0; i < stepCount; i++) {
    const stepLimit = (steps.limit[i] as number) > 0 ? (steps.limit[i] as number) : limit;
    let bits = i >= from ? mark.diverged : (steps.real[i] as number) < 0 ? mark.unreported : 0;
    const refused = i < from && ((steps.flags[i] as number) & stepFlag.rejected) !== 0;
    if (refused || (real[i] as number) > stepLimit) bits |= mark.overflow;
    marks[i] = bits;
  }
}
