import { clearColumns, createColumns, type Columns } from '@/lib/policies/columns';
import type { Fault, SummariserFault } from '@/lib/policies/faults';
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
import { faultEffects } from './fault-effects';
import { faultedSettings, runSwitched, type RunSwitch } from './fault-switches';
import { faultedSession } from './faulted-session';
import { FaultySummariser } from './faulty-summariser';
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
  /** A fault gives the policy a count that nobody reported. */
  supposed: 8,
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
  /** Steps whose count a fault makes up, ascending. */
  readonly supposed: readonly number[];
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
  return { profile, prefixTokens, projection, base, requests, unreported, supposed: [], refusals };
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

const isSummariserFault = (fault: Fault): fault is SummariserFault =>
  fault.kind === 'summariser-fails' || fault.kind === 'summariser-empty';

const defaultSummary: SummarySettings = summarySettings.parse({});

/** Applies a policy to a session: O(1) a step, deterministic, text untouched. */
export function replay<S>(
  given: Replayable,
  policy: Policy<S>,
  chosen: S,
  options: ReplayOptions = {},
): Replay {
  const { faults = [], into } = options;
  const faulted = faultedSession(given, faults);
  const { session } = faulted;
  const { profile } = session;
  const { settings, switches } = faultedSettings(policy, chosen, faults);
  const columns = into?.columns ?? createColumns(profile.stepCount);
  if (into) clearColumns(columns);
  const requests = requestsOf(session, policy, settings);
  const models = summaryModels(session, settings, options.script, requests.wrapperBytes);
  const failing = faults.filter(isSummariserFault);
  const faulty = failing.length > 0 ? new FaultySummariser(models, failing) : null;
  const notes = emptyNotes();
  const input = { profile, requests, summariser: faulty ?? models, columns, notes };
  runSwitched(policy.begin(settings, input), profile.stepCount, switches, faulty);
  const limit = options.limit === undefined ? (profile.head.limit?.tokens ?? null) : options.limit;
  const limits = limitSpans(faults, profile.stepCount);
  const marks = into?.marks ?? new Uint8Array(profile.stepCount);
  const divergence = earliest([
    faulted.divergence,
    ...(policy.id === 'recorded' ? [] : [firstDivergence(session, columns, notes, switches)]),
  ]);
  markSteps(session, columns, { marks, divergence, limit, limits });
  const { stepCount, entryCount } = profile;
  const told = { policy, settings: chosen, columns, stepCount, entryCount, faulted };
  return {
    policyId: policy.id,
    columns,
    notes,
    form: requests,
    marks,
    divergence,
    limit,
    limits,
    faults: faultEffects(faults, { ...told, summariser: faulty }),
    session,
  };
}

/** The summary model that the settings name; policies without one never ask. */
function summaryModels<S>(
  { profile, projection }: Replayable,
  settings: S,
  script: readonly ScriptedSummary[] | undefined,
  wrapperBytes: number,
): SummaryModels {
  const summaries = profile.head.compactions.filter(({ kind }) => kind === 'summary');
  const {
    summary = defaultSummary.summary,
    summaryBytes = defaultSummary.summaryBytes,
    summaryShare = defaultSummary.summaryShare,
  } = settings as Partial<SummarySettings>;
  return new SummaryModels({
    // Three fields picked: spreading a policy's two dozen settings costs more than a short replay.
    settings: { summary, summaryBytes, summaryShare },
    density: profile.steps.ratio?.[0] ?? projection.density.value,
    recorded: summaries.map((compaction) => compaction.summaryBytes),
    wrapperBytes,
    script,
  });
}

/** The session's requests as a policy counts them. */
function requestsOf<S>(session: Replayable, policy: Policy<S>, settings: S): SessionRequests {
  const { profile, prefixTokens, base, requests } = session;
  const form = policy.form?.(settings, profile, prefixTokens) ?? requests;
  const same = form.ruler.id === requests.ruler.id && form.wrapperBytes === requests.wrapperBytes;
  return same ? requests : new SessionRequests(base, form);
}

/** The smallest of some steps; −1 stands for none. */
function earliest(steps: readonly number[]): number {
  const known = steps.filter((step) => step >= 0);
  return known.length === 0 ? -1 : Math.min(...known);
}

/**
 * The first step whose request the policy made another: by a compaction, replayed or recorded, that
 * the other side did not make just so, by an elision, or by losing a summary that both had.
 */
function firstDivergence(
  { requests }: Replayable,
  { compacted, reproduced }: Columns,
  { elisions }: PolicyNotes,
  switches: readonly RunSwitch<unknown>[],
): number {
  let replayed = compacted.indexOf(1);
  while (replayed >= 0 && reproduced[replayed] === 1) replayed = compacted.indexOf(1, replayed + 1);
  const missed = requests.recorded.find((view) => view.boundary && reproduced[view.step] === 0);
  const first = reproduced.indexOf(1);
  const lost = switches.find(({ lose, step }) => lose && first >= 0 && step > first);
  return earliest([replayed, missed?.step ?? -1, elisions[0]?.step ?? -1, lost?.step ?? -1]);
}

/** The limits that faults switch to within a session, ascending; of one step the last given. */
function limitSpans(faults: readonly Fault[], steps: number): readonly LimitSpan[] {
  const spans = new Map<number, LimitSpan>();
  for (const fault of faults) {
    if (fault.kind !== 'window' || fault.step >= steps) continue;
    spans.set(fault.step, { from: fault.step, tokens: fault.window });
  }
  return [...spans.values()].sort((a, b) => a.from - b.from);
}

/** What the marks of a replay are made from. */
interface MarkInput {
  readonly marks: Uint8Array;
  readonly divergence: number;
  readonly limit: number | null;
  readonly limits: readonly LimitSpan[];
}

/** Marks every step: blocks first, then overflow, then the few steps with a limit of their own. */
function markSteps(
  { profile: { steps, stepCount }, unreported, refusals, supposed }: Replayable,
  { real }: Columns,
  { marks, divergence, limit, limits }: MarkInput,
): void {
  marks.set(unreported);
  if (divergence >= 0) {
    marks.fill(mark.diverged, divergence);
    for (const i of supposed) if (i >= divergence) marks[i] = (marks[i] as number) | mark.supposed;
  }
  const switched = limits[0]?.from ?? stepCount;
  markOverflow(marks, real, { from: 0, to: switched, limit });
  limits.forEach(({ from, tokens }, k) => {
    markOverflow(marks, real, { from, to: limits[k + 1]?.from ?? stepCount, limit: tokens });
  });
  for (const i of refusals) {
    if (i >= switched) break;
    const refused = ((steps.flags[i] ?? 0) & stepFlag.rejected) !== 0;
    const recorded = divergence < 0 || i < divergence;
    const own = (steps.limit[i] ?? 0) > 0 ? (steps.limit[i] ?? 0) : (limit ?? Infinity);
    const over = (refused && recorded) || (real[i] ?? 0) > own;
    marks[i] = ((marks[i] ?? 0) & ~mark.overflow) | (over ? mark.overflow : 0);
  }
}

/** Marks the steps [from, to) whose real is above a limit. */
function markOverflow(
  marks: Uint8Array,
  real: Float64Array,
  {
    from,
    to,
    limit,
  }: { readonly from: number; readonly to: number; readonly limit: number | null },
): void {
  const most = +(limit ?? Infinity);
  const overflow = mark.overflow;
  for (let i = from; i < to; i++) {
    if ((real[i] as number) > most) marks[i] = (marks[i] as number) | overflow;
  }
}
