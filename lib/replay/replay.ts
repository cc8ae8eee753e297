import { clearColumns, createColumns, type Columns } from '@/lib/policies/columns';
import type { Fault } from '@/lib/policies/faults';
import { SUMMARY_WRAPPER } from '@/lib/policies/mechanisms/summary-text';
import { emptyNotes, type PolicyNotes } from '@/lib/policies/notes';
import type { Policy, RequestForm } from '@/lib/policies/policy';
import {
  summarySettings,
  type ScriptedSummary,
  type SummarySettings,
} from '@/lib/policies/summary';
import { stepFlag, type Profile } from '@/lib/tokens/profile';
import { referenceRuler } from '@/lib/tokens/ruler';
import { projectReal, type Projection } from './projection';
import { requestBase, SessionRequests, type RequestBase } from './requests';
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
  readonly base: RequestBase;
  /** Requests as the reference counts them. */
  readonly requests: SessionRequests;
  /** `marks` of a replay that never diverges, overflow aside. */
  readonly unreported: Uint8Array;
  /** Steps with a limit of their own or a recorded rejection, ascending. */
  readonly refusals: readonly number[];
}

/** Sizes a session's requests once; `prefixTokens` defaults to what the profile knows. */
export function prepare(profile: Profile, prefixTokens = knownPrefix(profile)): Replayable {
  const projection = projectReal(profile, prefixTokens);
  const base = requestBase(profile, prefixTokens, projection);
  const requests = new SessionRequests(base, {
    ruler: referenceRuler(profile, prefixTokens),
    wrapperBytes: SUMMARY_WRAPPER,
  });
  const { real, limit, flags } = profile.steps;
  const unreported = Uint8Array.from(real, (tokens) => (tokens < 0 ? mark.unreported : 0));
  const refusals = [...limit.keys()].filter(
    (i) => (limit[i] ?? 0) > 0 || ((flags[i] ?? 0) & stepFlag.rejected) !== 0,
  );
  return { profile, prefixTokens, projection, base, requests, unreported, refusals };
}

/** What a replay may be given besides policy and settings. */
export interface ReplayOptions {
  /** The most the provider accepts; the profile's when left out, null: unknown. */
  readonly limit?: number | null;
  /** A simulation's summariser calls, in order; the last repeats. */
  readonly script?: readonly ScriptedSummary[];
  /** What goes wrong; none when left out. */
  readonly faults?: readonly Fault[];
  /** Columns of an earlier replay of the same session to write over: nothing is allocated. */
  readonly into?: Replay;
}

/** What became of an injected fault. */
export interface FaultEffect {
  readonly fault: Fault;
  /** First step it touches; −1 where it never took hold. */
  readonly step: number;
  /** In words: what it did, or why it did nothing. */
  readonly text: string;
}

/** The most the provider accepts from a step on. */
export interface LimitSpan {
  readonly from: number;
  /** null where it is unknown. */
  readonly tokens: number | null;
}

/** A policy applied to a session. */
export interface Replay {
  readonly policyId: string;
  readonly columns: Columns;
  readonly notes: PolicyNotes;
  /** How the policy counted. */
  readonly form: RequestForm;
  readonly marks: Uint8Array;
  /** First step whose request differs from the recording; −1 for none. */
  readonly divergence: number;
  /** The session's own limit. */
  readonly limit: number | null;
  /** The limits that faults switch to, ascending; they hold against what a rejection named. */
  readonly limits: readonly LimitSpan[];
  /** The faults asked for, in their order. */
  readonly faults: readonly FaultEffect[];
  /** What was replayed; with faults of usage and responses a session of its own. */
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
  const { profile, projection } = session;
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
  const requests = requestsOf(session, policy, settings);
  const notes = emptyNotes();
  policy
    .begin(settings, { profile, requests, summariser, columns, notes })
    .advance(profile.stepCount);
  const marks = options.into?.marks ?? new Uint8Array(profile.stepCount);
  const asRecorded = policy.id === 'recorded';
  const divergence = asRecorded ? -1 : firstDivergence(session, columns);
  markSteps(session, columns, { marks, divergence, limit });
  return {
    policyId: policy.id,
    columns,
    notes,
    form: requests,
    marks,
    divergence,
    limit,
    limits: [],
    faults: [],
    session,
  };
}

/** The session's requests as a policy counts them. */
function requestsOf<S>(session: Replayable, policy: Policy<S>, settings: S): SessionRequests {
  const { profile, prefixTokens, base, requests } = session;
  const form = policy.form?.(settings, profile, prefixTokens) ?? requests;
  const same = form.ruler.id === requests.ruler.id && form.wrapperBytes === requests.wrapperBytes;
  return same ? requests : new SessionRequests(base, form);
}

/** The first compaction, replayed or recorded, that the other side did not make just so. */
function firstDivergence({ requests }: Replayable, { compacted, reproduced }: Columns): number {
  let replayed = compacted.indexOf(1);
  while (replayed >= 0 && reproduced[replayed] === 1) replayed = compacted.indexOf(1, replayed + 1);
  const first = requests.recorded.find((view) => view.boundary && reproduced[view.step] === 0);
  if (first === undefined) return replayed;
  return replayed < 0 ? first.step : Math.min(replayed, first.step);
}

/** Marks every step: blocks first, then overflow, then the few steps with a limit of their own. */
function markSteps(
  { profile: { steps, stepCount }, unreported, refusals }: Replayable,
  { real }: Columns,
  to: { readonly marks: Uint8Array; readonly divergence: number; readonly limit: number | null },
): void {
  const { marks, divergence } = to;
  const limit = +(to.limit ?? Infinity);
  const overflow = mark.overflow;
  marks.set(unreported);
  if (divergence >= 0) marks.fill(mark.diverged, divergence);
  for (let i = 0; i < stepCount; i++) {
    if ((real[i] as number) > limit) marks[i] = (marks[i] as number) | overflow;
  }
  for (const i of refusals) {
    const refused = ((steps.flags[i] ?? 0) & stepFlag.rejected) !== 0;
    const recorded = divergence < 0 || i < divergence;
    const own = (steps.limit[i] ?? 0) > 0 ? (steps.limit[i] ?? 0) : limit;
    const over = (refused && recorded) || (real[i] ?? 0) > own;
    marks[i] = ((marks[i] ?? 0) & ~overflow) | (over ? overflow : 0);
  }
}
