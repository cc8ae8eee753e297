import type { Columns } from '@/lib/engine/policy/columns';
import type { PolicyNotes } from '@/lib/engine/policy/notes';
import {
  firings,
  type WatchBasis,
  type Firing,
  type Watching,
} from '@/lib/engine/policy/observed/watching';
import { wholeLog, type SummaryView } from '@/lib/engine/policy/requests';
import { quarterFloor } from '@/lib/engine/tokens/estimator';
import { keptSum, type RecordedView } from '../recorded-view';
import type { SessionRequests } from '../requests';
import type { Recording } from './recording';
import { RecordedRequests } from './recorded-requests';

/** Ends a decision that is only asked. One object: nobody reads its stack. */
const asksFor = new Error('The policy asks for something: only its question counts.');

/** Columns that decisions write besides their value. */
const decided = ['heuristic', 'attempts', 'summarizerContents', 'compacted', 'realBefore'] as const;

/** What a watch needs to know of the policy that watches. */
export interface WatchInput {
  readonly recording: Recording;
  readonly sizes: SessionRequests;
  readonly columns: Columns;
  readonly notes: PolicyNotes;
  readonly own: boolean;
  readonly asks: WatchBasis;
  /** It compacts beside its agent: what it asks for at the threshold is a start. */
  readonly background: boolean;
}

/** A recording under the eyes of a policy: what it asks for at each step, and where it stands. */
export class RecordingWatch implements Watching {
  readonly own: boolean;
  readonly asks: WatchBasis;
  readonly requests: RecordedRequests;
  /** Index into `firings` for each step. */
  readonly fires: Uint8Array;
  /** Notes of decisions that reached the threshold and asked for nothing, by step. */
  readonly held = new Map<number, string>();
  /** The steps that the run is told to compact at: that of a boundary while it is adopted. */
  readonly byHand: number[] = [];
  due: number;
  readonly #input: WatchInput;
  /** The recorded views, then those that a check is asked on, as views of the policy's estimator. */
  readonly #views: readonly SummaryView[];
  /** Steps behind a compaction that failed. */
  readonly #failed: ReadonlySet<number>;
  /** The lists of notes and the columns that a question may change, and what they held before it. */
  readonly #lists: readonly unknown[][];
  readonly #lengths: Int32Array;
  readonly #decided: readonly Columns[(typeof decided)[number]][];
  readonly #cells = new Float64Array(decided.length);
  #next = 0;
  #view: number;
  #asked: number;
  #asking = false;
  #wants: Firing = 'none';
  /** A compaction beside the agent has begun, and neither a boundary nor a failed one came since. */
  #started = false;
  #entries = 0;
  #turn = 0;
  #heuristic = 0;

  constructor(input: WatchInput) {
    const { recording, sizes, own, asks, columns, notes } = input;
    this.#input = input;
    this.#lists = noteLists(notes);
    this.#lengths = new Int32Array(this.#lists.length);
    this.#decided = decided.map((name) => columns[name]);
    this.own = own;
    this.asks = asks;
    this.requests = new RecordedRequests(sizes, recording.profile, () => this.effect('prunes'));
    this.fires = new Uint8Array(recording.profile.stepCount);
    const form = { sizes, sum: recording.profile.sum };
    this.#views = recording.views.map((view, i) => viewOf(view, i, form));
    this.#failed = new Set(recording.profile.head.failedCompactions.map(({ step }) => step));
    const [first] = recording.boundaries;
    this.due = first?.step ?? Infinity;
    this.#view = this.due === 0 ? -1 : 0;
    this.#asked = this.#view;
  }

  get adopts(): boolean {
    return this.#input.recording.boundaries[this.#next]?.summary === true;
  }

  /** Bytes of the summary that is adopted; 0 while none is. */
  get summaryBytes(): number {
    if (this.byHand.length === 0) return 0;
    const { summaryBytes = 0 } = this.#input.recording.boundaries[this.#next] ?? {};
    return Math.max(0, summaryBytes - this.requests.wrapperBytes);
  }

  enter(): void {
    const boundary = this.#input.recording.boundaries[this.#next];
    if (boundary === undefined) return;
    const { step, checked, preTokens, asked } = boundary;
    const { steps } = this.#input.recording.profile;
    this.#entries = steps.entries[step] as number;
    this.#turn = steps.turnStart[step] as number;
    this.#heuristic = this.requests.heuristic[step] as number;
    const turn = Math.min(this.#turn, checked);
    steps.entries[step] = checked;
    steps.turnStart[step] = turn;
    const { prefix, sum, thoughtSum } = this.requests.estimator;
    const thoughts = (thoughtSum[checked] as number) - (thoughtSum[turn] as number);
    this.requests.heuristic[step] = prefix + (sum[checked] as number) + thoughts;
    this.requests.check(step, preTokens);
    if (asked !== null) this.#asked = asked;
    this.#started = false;
  }

  leave(): void {
    const { boundaries, profile } = this.#input.recording;
    const boundary = boundaries[this.#next];
    if (boundary === undefined) return;
    const { step, view } = boundary;
    profile.steps.entries[step] = this.#entries;
    profile.steps.turnStart[step] = this.#turn;
    this.requests.heuristic[step] = this.#heuristic;
    this.requests.check(-1, null);
    this.#view = view;
    this.#asked = view;
    this.#next++;
    this.due = boundaries[this.#next]?.step ?? Infinity;
  }

  asked(): SummaryView {
    const view = this.#copy(this.#asked);
    return this.asks === 'log' ? behindSummary(view) : view;
  }

  sent(): SummaryView {
    return this.#copy(this.#adopting ?? this.#view);
  }

  ask(step: number, decide: () => void): void {
    if (this.#failed.has(step)) this.#started = false;
    if (this.#started) return;
    this.#remember(step);
    this.#asking = true;
    this.#wants = none();
    try {
      decide();
      this.#holds(step, this.#lengths[0] ?? 0);
    } catch (thrown) {
      if (thrown !== asksFor) throw thrown;
    } finally {
      this.#asking = false;
      this.#restore(step);
    }
    this.fires[step] = firings.indexOf(this.#wants);
    this.#started = this.#wants === 'starts';
  }

  /** Keeps what a question may change. Every step asks: nothing is allocated for it. */
  #remember(step: number): void {
    for (let i = 0; i < this.#lists.length; i++) this.#lengths[i] = this.#lists[i]?.length ?? 0;
    for (let i = 0; i < this.#decided.length; i++) this.#cells[i] = this.#decided[i]?.[step] ?? 0;
  }

  #restore(step: number): void {
    for (let i = 0; i < this.#lists.length; i++) {
      const list = this.#lists[i];
      const length = this.#lengths[i] ?? 0;
      if (list !== undefined && list.length > length) list.length = length;
    }
    for (let i = 0; i < this.#decided.length; i++) {
      const column = this.#decided[i];
      if (column !== undefined) column[step] = this.#cells[i] ?? 0;
    }
  }

  adopt(step: number, decide: () => void): boolean {
    this.byHand.push(step);
    decide();
    this.byHand.length = 0;
    return this.#input.columns.compacted[step] === 1;
  }

  effect(firing: Exclude<Firing, 'none'>): void {
    if (!this.#asking) return;
    this.#wants = firing === 'compacts' && this.#input.background ? 'starts' : firing;
    throw asksFor;
  }

  /** View of the boundary whose compaction is being adopted; null while none is. */
  get #adopting(): number | null {
    const boundary = this.#input.recording.boundaries[this.#next];
    return this.byHand.length > 0 && boundary !== undefined ? boundary.view : null;
  }

  #holds(step: number, from: number): void {
    const said = this.#input.notes.events.slice(from).map(({ text }) => text);
    if (said.length > 0) this.held.set(step, said.join(' '));
  }

  #copy(index: number): SummaryView {
    const view = this.#views[index];
    return view === undefined ? { ...wholeLog(), recorded: -1 } : { ...view };
  }
}

/** The whole log behind the summary of a view. */
const behindSummary = ({ injected, summaryBytes, summaryTokens }: SummaryView): SummaryView => ({
  ...wholeLog(),
  injected,
  summaryBytes,
  summaryTokens,
  recorded: -1,
});

/** Nothing wanted; a call, so that the compiler does not take it for all that is ever wanted. */
const none = (): Firing => 'none';

/** All lists of notes, events first. */
const noteLists = (notes: PolicyNotes): unknown[][] => [
  notes.events,
  notes.passes,
  notes.kept,
  notes.elisions,
  notes.background,
];

interface ViewForm {
  readonly sizes: SessionRequests;
  /** Prefix sums of the reference. */
  readonly sum: Int32Array;
}

/** A recorded view as a policy's own: its summary and what stays beside it, by the policy's estimator. */
function viewOf(view: RecordedView, index: number, { sizes, sum }: ViewForm): SummaryView {
  const { estimator, wrapperBytes } = sizes;
  const injected = view.summarised && view.summaryBytes > 0;
  const bytes = Math.max(0, view.summaryBytes - wrapperBytes);
  const shown = injected ? quarterFloor(wrapperBytes + bytes) : 0;
  // Texts that stand behind the summary's own.
  const more = view.summaryTokens - shown;
  const keptReference = keptSum(view, sum) + more;
  const same = estimator.sum === sum;
  return {
    injected,
    covered: view.from,
    since: view.since,
    summaryBytes: injected ? bytes : 0,
    summaryTokens: -1,
    keptHeuristic: same ? keptReference : keptSum(view, estimator.sum) + more,
    keptReference,
    keptReal: 0,
    recorded: index,
    difference: 0,
  };
}
