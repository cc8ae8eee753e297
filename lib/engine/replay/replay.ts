import { drain } from '@/lib/engine/base/drain';
import { spanAt } from '@/lib/engine/base/search';
import { clearColumns, createColumns, type Columns } from '@/lib/engine/policy/columns';
import type { Fault, FaultEffect, SummariserFault } from './faults/faults';
import { emptyNotes, type PolicyNotes, type StandingNote } from '@/lib/engine/policy/notes';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy, RequestForm } from '@/lib/engine/policy/policy';
import {
  type MeasuredSummarySettings,
  summarySettings,
  type ScriptedSummary,
  type SummarySettings,
} from '@/lib/engine/policy/summary';
import { readCarried, tableWords } from '@/lib/engine/sizes/carried-sizes';
import { sizeTable } from '@/lib/engine/sizes/known-tables';
import { measuredSizes, type MeasuredSizes } from '@/lib/engine/sizes/size-table';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { faultEffects } from './faults/fault-effects';
import { limitsInForce, windowsInForce, type LimitSpan } from './environments';
import { faultedFrom, faultedSettings, runSwitched, type RunSwitch } from './faults/fault-switches';
import { faultedSession } from './faults/session-under-faults';
import { FaultySummariser } from './faults/faulty-summariser';
import { mark, type Replayable } from './prepare';
import type { Observation } from './observed/observation';
import { requestsOf } from './session-form';
import { SummaryModels, type SummariserInput } from './summariser';

/** Options of a replay beside policy and settings. */
export interface ReplayOptions {
  /** The provider's limit; the profile's if omitted, null: unknown. */
  readonly limit?: number | null;
  /** A simulation's summariser calls, in order; the last repeats. */
  readonly script?: readonly ScriptedSummary[];
  /** Faults to inject; none if omitted. */
  readonly faults?: readonly Fault[];
  /** The policy compacts at these steps and at no other; as it decides if omitted. */
  readonly compactAt?: readonly number[];
  /** Steps before which the user compacts, ascending; the recording's own if omitted, none beside `compactAt`. */
  readonly byHand?: readonly number[];
  /** Columns of an earlier replay of the same session, overwritten so that nothing is allocated. */
  readonly into?: Replay;
  /** The window holds for all steps, also where it is the one that the session has. */
  readonly isWindowSet?: boolean;
}

/** A policy under its settings, applied to a session. */
export interface Replay {
  readonly policy: Policy;
  /** The settings as chosen; the recording's windows and faults change them on the way (`settingsAt`). */
  readonly settings: Settings;
  /** Settings that the recording or faults switch to, ascending by step; null: unchanged. */
  readonly switches: readonly RunSwitch<unknown>[];
  readonly columns: Columns;
  readonly notes: PolicyNotes;
  /** Form in which the policy counted requests. */
  readonly form: RequestForm;
  readonly marks: Uint8Array;
  /** First step whose request differs from the recording; −1 for none. */
  readonly divergence: number;
  /** Measured sizes that the policy used; null where none are known of its agent. */
  readonly sizes: MeasuredSizes | null;
  /** The session's own limit. */
  readonly limit: number | null;
  /** Limits that change on the way, ascending; a fault's overrules one that a rejection names. */
  readonly limits: readonly LimitSpan[];
  /** Effects of the requested faults, in their order. */
  readonly faults: readonly FaultEffect[];
  /** Steps before which the user compacts, ascending: the recording's and those of faults. */
  readonly byHand: readonly number[];
  /** The replayed session; with faults of usage and responses a modified copy. */
  readonly session: Replayable;
  /** What the policy saw of the recording where it watched it; null where it decided. */
  readonly observation: Observation | null;
}

/** The request at each step is the recorded one: under the policy `recorded`, or watched by another. */
export const isRecording = ({
  policy,
  observation,
}: Pick<Replay, 'policy' | 'observation'>): boolean =>
  observation !== null || policy.traits.recording === true;

/** The settings in effect at a step. */
export function settingsAt({ settings, switches }: Replay, step: number): Settings {
  const changed = switches.findLast((one) => one.step <= step && one.settings !== null);
  return (changed?.settings as Settings | undefined) ?? settings;
}

const isSummariserFault = (fault: Fault): fault is SummariserFault =>
  fault.kind === 'summariser-fails' || fault.kind === 'summariser-empty';

/** The user's compactions with those that faults add, ascending. */
function withFaults(steps: readonly number[], faults: readonly Fault[]): readonly number[] {
  const added = faults.flatMap((fault) => (fault.kind === 'compact' ? [fault.step] : []));
  return added.length === 0 ? steps : [...new Set([...steps, ...added])].sort((a, b) => a - b);
}

const defaultSummary: SummarySettings = summarySettings.parse({});

/** Applies a policy to a session: O(1) per step, deterministic, without touching text. */
export const replay = <S>(
  given: Replayable,
  policy: Policy<S>,
  chosen: S,
  options: ReplayOptions = {},
): Replay => drain(replaySlices(given, policy, chosen, options));

/** {@link replay} that may be left after each `slice` steps: a page of a long session draws between them. */
export function* replaySlices<S>(
  given: Replayable,
  policy: Policy<S>,
  chosen: S,
  options: ReplayOptions = {},
  slice = Infinity,
): Generator<undefined, Replay, void> {
  const { faults = [], into } = options;
  const faulted = faultedSession(given, faults);
  const { session } = faulted;
  const { profile } = session;
  const windows = options.isWindowSet === true ? [] : windowsInForce(policy, chosen, profile.head);
  const { settings, switches } = faultedSettings(policy, chosen, faults, windows);
  const columns = into?.columns ?? createColumns(profile.stepCount);
  if (into) clearColumns(columns);
  const requests = requestsOf(session, policy, settings);
  const sizes = sizesOf(session, policy, settings);
  const models = summaryModels(session, settings, sizes, {
    script: options.script,
    wrapperBytes: requests.wrapperBytes,
  });
  const failing = faults.filter(isSummariserFault);
  const faulty = failing.length > 0 ? new FaultySummariser(models, failing) : null;
  const notes = emptyNotes();
  const { decision } = policy;
  const { compactAt } = options;
  const summariser = faulty ?? models;
  const own = compactAt === undefined ? session.byHand : [];
  const byHand = withFaults(options.byHand ?? own, faults);
  const input = {
    profile,
    requests,
    summariser,
    columns,
    notes,
    decision,
    compactAt,
    byHand: byHand.length === 0 ? undefined : byHand,
    sizes,
  };
  const run = policy.begin(settings, input);
  yield* runSwitched(run, profile.stepCount, switches, { faulty, slice });
  const limit = options.limit === undefined ? (profile.head.limit?.tokens ?? null) : options.limit;
  const limits = limitSpans(faults, profile.stepCount, limitsInForce(profile.head, limit));
  const marks = into?.marks ?? new Uint8Array(profile.stepCount);
  const divergence = earliest([
    faulted.divergence,
    ...(policy.traits.recording ? [] : [notes.standings[0]?.step ?? -1]),
  ]);
  // What a fault changed of the recording is not recorded any more.
  const standings = faulted.divergence < 0 ? notes.standings : [];
  markSteps(session, columns, { marks, divergence, standings, limit, limits });
  const { stepCount, entryCount } = profile;
  const replayed = { policy, settings: chosen, columns, stepCount, entryCount, faulted };
  return {
    policy,
    settings: settings as Settings,
    switches,
    columns,
    notes,
    form: requests,
    marks,
    divergence,
    sizes,
    limit,
    limits,
    faults: faultEffects(faults, { ...replayed, summariser: faulty }),
    byHand,
    session,
    observation: null,
  };
}

/** The settings of a summary's size; the defaults where a policy has none, which never uses them. */
export function summarySettingsOf(settings: unknown): SummarySettings {
  const {
    summary = defaultSummary.summary,
    summaryBytes = defaultSummary.summaryBytes,
    summaryShare = defaultSummary.summaryShare,
  } = settings as Partial<SummarySettings>;
  // Only three fields: spreading a policy's two dozen settings costs more than a short replay.
  return { summary, summaryBytes, summaryShare };
}

/** The summary model in the settings. */
export function summaryModels(
  { profile, projection }: Replayable,
  settings: unknown,
  sizes: MeasuredSizes | null,
  { script, wrapperBytes }: Pick<SummariserInput, 'script' | 'wrapperBytes'>,
): SummaryModels {
  const summaries = profile.head.compactions.filter(({ kind }) => kind === 'summary');
  return new SummaryModels({
    settings: summarySettingsOf(settings),
    density: profile.steps.ratio?.[0] ?? projection.density.value,
    recorded: summaries.map((compaction) => compaction.summaryBytes),
    measured: sizes?.summaryBytes.value ?? null,
    wrapperBytes,
    script,
  });
}

/** Sizes measured on recorded compactions of the policy's agent, the session's own left out, and those `without`. */
export function sizesOf<S>(
  { profile }: Replayable,
  { writes, traits }: Pick<Policy<S>, 'writes' | 'traits'>,
  settings: S,
  without?: ReadonlySet<number>,
): MeasuredSizes | null {
  const { sizes: id } = settings as Partial<MeasuredSummarySettings>;
  if (writes === undefined || id === undefined) return null;
  const [model, ...others] = profile.head.models;
  const only = others.length === 0 ? (model ?? null) : null;
  const carried = readCarried(id);
  if (carried !== null) {
    return { ...carried.sizes, table: tableWords(id), model: carried.isOfModel ? only : null };
  }
  const table = sizeTable(id);
  if (table === null) return null;
  const first = profile.steps.real.find((tokens) => tokens >= 0) ?? -1;
  const sizes = measuredSizes(table, writes, first, only, without);
  // A policy puts back only what its own agent does, whatever a table says.
  return sizes === null || traits.reattaches ? sizes : { ...sizes, back: null, rest: null };
}

/** The smallest of some steps; −1 means none. */
function earliest(steps: readonly number[]): number {
  const known = steps.filter((step) => step >= 0);
  return known.length === 0 ? -1 : Math.min(...known);
}

/** The recording's limits and those that faults switch to, ascending; of equal steps the last given. */
function limitSpans(
  faults: readonly Fault[],
  steps: number,
  recorded: readonly LimitSpan[],
): readonly LimitSpan[] {
  const end = faultedFrom(faults);
  const spans = new Map(recorded.filter(({ from }) => from < end).map((one) => [one.from, one]));
  for (const fault of faults) {
    if (fault.kind !== 'window' || fault.step >= steps) continue;
    spans.set(fault.step, { from: fault.step, tokens: fault.window, by: 'fault' });
  }
  return [...spans.values()].sort((a, b) => a.from - b.from);
}

/** Inputs for the marks of a replay. */
interface MarkInput {
  readonly marks: Uint8Array;
  readonly divergence: number;
  readonly standings: readonly StandingNote[];
  readonly limit: number | null;
  readonly limits: readonly LimitSpan[];
}

/** Marks every step: blocks first, then overflow, then the few steps with a limit of their own. */
export function markSteps(
  { profile: { steps, stepCount }, unreported, refusals, supposed }: Replayable,
  { real }: Columns,
  { marks, divergence, standings, limit, limits }: MarkInput,
): void {
  marks.set(unreported);
  if (divergence >= 0) {
    marks.fill(mark.diverged, divergence);
    standings.forEach(({ step, standing }, k) => {
      if (standing !== 'rejoined') return;
      marks.fill(mark.diverged | mark.rejoined, step, standings[k + 1]?.step ?? stepCount);
    });
    for (const i of supposed) if (i >= divergence) marks[i] = (marks[i] as number) | mark.supposed;
  }
  markOverflow(marks, real, { from: 0, to: limits[0]?.from ?? stepCount, limit });
  limits.forEach(({ from, tokens }, k) => {
    markOverflow(marks, real, { from, to: limits[k + 1]?.from ?? stepCount, limit: tokens });
  });
  const faulted = limits.find(({ by }) => by === 'fault')?.from ?? stepCount;
  for (const i of refusals) {
    if (i >= faulted) break;
    const refused = ((steps.flags[i] ?? 0) & stepFlag.rejected) !== 0;
    const recorded = divergence < 0 || i < divergence;
    const span = spanAt(limits, i);
    const most = (span === undefined ? limit : span.tokens) ?? Infinity;
    const own = (steps.limit[i] ?? 0) > 0 ? (steps.limit[i] ?? 0) : most;
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
