import { drain } from '@/lib/engine/base/drain';
import { keptOfNewest } from '@/lib/engine/base/once/kept-of-newest';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { clearColumns, createColumns, type Columns } from '@/lib/engine/policy/columns';
import { requestCount } from '@/lib/engine/tokens/usage/own-count';
import type { Settings } from '@/lib/engine/policy/fields';
import { emptyNotes, type PolicyNotes } from '@/lib/engine/policy/notes';
import type { PolicyInput, Policy } from '@/lib/engine/policy/policy';
import type { Summariser } from '@/lib/engine/policy/summary';
import { limitsInForce, windowsInForce } from '../environments';
import { faultedSettings, runSwitched } from '../faults/fault-switches';
import { keptEntries } from '../recorded-view';
import type { Replayable } from '../prepare';
import { markSteps, sizesOf, type Replay } from '../replay';
import { requestsOf } from '../session-form';
import { blankedAfter, blankedBefore, type Recording } from './recording';
import { RecordingWatch } from './recording-watch';

/** Facts of the session for an observed replay beside policy and settings. */
export interface ObserveOptions {
  /** The recording is of the policy's own system. */
  readonly own?: boolean;
  /** The provider's limit; the profile's if omitted, null: unknown. */
  readonly limit?: number | null;
  /** An earlier replay of the same session, whose columns are overwritten so that none are allocated. */
  readonly into?: Replay;
}

/**
 * The observed replay: a policy watches a recording. Its operands at each step are those of the recorded
 * request before the program's own check; real tokens, compactions and refusals are the recording's, NaN
 * where the file lacks them. Nothing is projected and it never diverges.
 */
export function observe<S>(
  session: Replayable,
  policy: Policy<S>,
  settings: S,
  { own = false, limit = session.profile.head.limit?.tokens ?? null, into }: ObserveOptions = {},
): Replay {
  const { profile } = session;
  const columns = into?.columns ?? createColumns(profile.stepCount);
  if (into) clearColumns(columns);
  const sizes = requestsOf(session, policy, settings);
  const blanksAfter = policy.observing?.blanks === 'after';
  const recording = blanksAfter ? blankedAfter(profile) : blankedBefore(profile);
  const notes = emptyNotes();
  const watch = new RecordingWatch({
    recording,
    sizes,
    columns,
    notes,
    own,
    asks: policy.observing?.asks ?? 'view',
    background: policy.traits.background === true,
  });
  const input: PolicyInput = {
    profile: recording.profile,
    requests: watch.requests,
    summariser: new RecordedSummariser(watch),
    columns,
    notes,
    decision: policy.decision,
    byHand: watch.byHand,
    sizes: null,
    watching: watch,
  };
  const { switches } = faultedSettings(
    policy,
    settings,
    [],
    windowsInForce(policy, settings, profile.head),
  );
  drain(runSwitched(policy.begin(settings, input), profile.stepCount, switches));
  writeRecording(columns, session, recording);
  const { fires, held } = watch;
  const [first] = recording.boundaries;
  if (first?.step === 0) {
    // Before the first step there is no request to ask about.
    columns.decision[0] = NaN;
    fires[0] = 0;
  }
  const marks = into?.marks ?? new Uint8Array(profile.stepCount);
  const limits = limitsInForce(profile.head, limit);
  markSteps(session, columns, { marks, divergence: -1, limit, limits, standings: [] });
  return {
    policy: policy,
    settings: settings as Settings,
    switches,
    columns,
    notes: recordedNotes(recording, notes, sizes.estimator.sum),
    form: sizes,
    marks,
    divergence: -1,
    sizes: sizesOf(session, policy, settings),
    limit,
    limits,
    faults: [],
    byHand: [],
    session,
    observation: { fires, held, recording, own },
  };
}

/** {@link observe} under the profile's own limit, made once: a page reads the recording at several places. */
export const observedOnce = (
  session: Replayable,
  policy: Policy,
  settings: Settings,
  own: boolean,
): Replay =>
  kept(session, [policy, settings, own], () => observe(session, policy, settings, { own }));

/** The recording, and beside it the own policy under other settings. */
const kept = keptOfNewest<Replayable, Replay>(2);

/** Asked for a summary: the one that was recorded, where one is adopted. */
class RecordedSummariser implements Summariser {
  bytes = 0;
  readonly tokens = -1;
  readonly failed = false;
  readonly empty = false;
  readonly namedUnder = -1;
  readonly #watch: RecordingWatch;

  constructor(watch: RecordingWatch) {
    this.#watch = watch;
  }

  call(): void {
    this.#watch.effect('compacts');
    this.bytes = this.#watch.summaryBytes;
  }
}

/** Writes what the recording says of each request, whatever the policy wrote. */
function writeRecording(
  out: Columns,
  { profile, requests }: Replayable,
  { views, boundaries }: Recording,
): void {
  const { stepCount, steps } = profile;
  out.heuristicRaw.set(requests.heuristic);
  for (let i = 0; i < stepCount; i++) {
    const real = steps.real[i] as number;
    out.real[i] = real >= 0 ? real : NaN;
  }
  for (const name of ['attempts', 'summarizerContents', 'compacted', 'addedTokens'] as const) {
    out[name].fill(0);
  }
  out.realBefore.fill(0);
  const count = boundaries.length;
  for (let k = -1; k < count; k++) {
    const boundary = boundaries[k];
    const from = boundary?.step ?? 0;
    const to = boundaries[k + 1]?.step ?? stepCount;
    const view = views[boundary?.view ?? 0];
    if (view === undefined) continue;
    const injected = view.summarised ? 1 : 0;
    out.covered.fill(view.from, from, to);
    out.summarised.fill(view.summarised ? view.from : 0, from, to);
    out.watermarkAfter.fill(view.from, from, to);
    out.watermarkBefore.fill(view.from, from, to);
    out.injected.fill(injected, from, to);
    out.summaryBytes.fill(view.summaryBytes, from, to);
    const contents = injected + keptEntries(view) - view.from;
    for (let i = from; i < to; i++) out.contentsSent[i] = (steps.entries[i] as number) + contents;
    if (boundary === undefined) continue;
    out.watermarkBefore[from] = views[boundaries[k - 1]?.view ?? 0]?.from ?? 0;
    if (!boundary.summary) continue;
    out.compacted[from] = 1;
    out.reproduced[from] = 1;
    out.attempts[from] = 1;
    // An agent that counted another request says nothing of the one that it did not send.
    out.realBefore[from] = requestCount(profile, boundary) ?? NaN;
  }
}

/** Notes that the recording itself has: what it kept and blanked, and what failed; of the policy's, how it counts. */
function recordedNotes(
  { profile, views, boundaries }: Recording,
  { events }: PolicyNotes,
  sum: Int32Array,
): PolicyNotes {
  const notes = emptyNotes();
  notes.events.push(...events.filter(({ kind }) => kind === 'estimated'));
  for (const { step, reason } of profile.head.failedCompactions) {
    notes.events.push({ step, kind: 'failure', text: failureText(reason) });
  }
  notes.events.sort((a, b) => a.step - b.step);
  const blanked = new Set<number>();
  for (const { step, view } of boundaries) {
    const { kept = [], elided = [] } = views[view] ?? {};
    notes.kept.push({ step, ranges: kept });
    for (const entry of elided) {
      if (blanked.has(entry)) continue;
      blanked.add(entry);
      const tokens = (sum[entry + 1] as number) - (sum[entry] as number);
      notes.elisions.push({ step, entry, tokens });
    }
  }
  return notes;
}

/** Most characters of a word of a reason: keys and addresses are longer. */
const LONGEST_WORD = 24;

/** A failed compaction as a sentence; its reason is a text of the recording, on one line and without keys. */
export function failureText(reason: string | null): string {
  if (reason === null) return 'The recorded compaction failed.';
  const words = withoutControls(reason)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > LONGEST_WORD ? '…' : word));
  return `The recorded compaction failed: ${words.join(' ').replace(/[.!]+$/, '')}.`;
}
