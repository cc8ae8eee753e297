import type { RequestForm } from '@/lib/engine/policy/policy';
import type { RecordedRequestView, RequestSizes, SummaryView } from '@/lib/engine/policy/requests';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import { quarterFloor, type Estimator } from '@/lib/engine/tokens/estimator';
import { leavingShare } from './projection/entry-share';
import type { Projection } from './projection/projection';
import { thoughtSize } from './projection/thoughts';
import { keptEntries, keptSum, sentEntries } from './recorded-view';

/** Facts shared by every way in which policies count. */
export interface RequestBase {
  readonly profile: Profile;
  readonly projection: Projection;
  readonly prefixTokens: number;
  /** Per step, the whole log: by the reference's estimator, and real tokens, not truncated. */
  readonly reference: Int32Array;
  readonly real: Float64Array;
  readonly reported: Uint8Array;
  readonly recorded: readonly RecordedRequestView[];
}

/** Sizes each step's request with the whole log once. */
export function requestBase(
  profile: Profile,
  prefixTokens: number,
  projection: Projection,
): RequestBase {
  const { stepCount, steps } = profile;
  const { prefix, sizes, hidden, joined, densities, runs } = projection;
  const reference = new Int32Array(stepCount);
  const real = new Float64Array(stepCount);
  const reported = new Uint8Array(stepCount);
  for (let i = 0; i < stepCount; i++) {
    reference[i] = prefixTokens + (runs.visible[i] as number);
    real[i] =
      prefix +
      (sizes[steps.entries[i] as number] as number) +
      (hidden[i] as number) +
      (joined[i] as number) +
      thoughtSize(profile, densities, i, 0);
    reported[i] = (steps.flags[i] as number) & stepFlag.reported;
  }
  return {
    profile,
    projection,
    prefixTokens,
    reference,
    real,
    reported,
    recorded: recordedRequests(projection, profile),
  };
}

function recordedRequests({ views }: Projection, { sum }: Profile): readonly RecordedRequestView[] {
  return views.map((view) => {
    const kept = keptSum(view, sum) + view.summaryTokens;
    return {
      step: view.step,
      injected: false,
      covered: view.from,
      since: view.since,
      summaryBytes: view.summaryBytes,
      summaryTokens: -1,
      keptHeuristic: kept,
      keptReference: kept,
      keptReal: view.offset + view.remainder,
      difference: 0,
      contents: keptEntries(view) + (view.summarised ? 1 : 0),
      summarised: view.summarised,
      boundary: view.boundary,
      sent: sentEntries(view),
    };
  });
}

/** Sizes every request a policy may send over one profile, by the policy's own estimator. */
export class SessionRequests implements RequestSizes {
  readonly estimator: Estimator;
  readonly wrapperBytes: number;
  readonly heuristic: Int32Array;
  readonly reference: Int32Array;
  readonly real: Float64Array;
  readonly ratio: Float64Array | null;
  readonly reported: Uint8Array;
  readonly recorded: readonly RecordedRequestView[];
  readonly density: number;
  heuristicOffset = 0;
  referenceOffset = 0;
  realOffset = 0;
  until = 0;
  /** A request that the recording never sent is not below what it visibly holds; with images, its prefix. */
  #floored = false;
  /** Real tokens of the prefix beyond its heuristic, and the least per heuristic token of text. */
  readonly #prefix: number;
  readonly #thinnest: number;
  readonly #profile: Profile;
  readonly #projection: Projection;

  constructor(base: RequestBase, { estimator, wrapperBytes }: RequestForm) {
    const { profile, projection, reference } = base;
    this.estimator = estimator;
    this.wrapperBytes = wrapperBytes;
    this.#profile = profile;
    this.#projection = projection;
    this.density = projection.density.value;
    // Inline data costs far less than its bytes ÷ 4: there the heuristic is no floor.
    const inline = profile.entries.inlines.some((count) => count > 0);
    this.#thinnest = inline ? 0 : Math.min(1, projection.density.low);
    this.#prefix = projection.prefix - this.#thinnest * base.prefixTokens;
    this.ratio = profile.steps.ratio;
    this.reference = reference;
    this.real = base.real;
    this.reported = base.reported;
    this.recorded = base.recorded;
    this.heuristic = estimator.id === 'reference' ? reference : wholeRequests(profile, estimator);
  }

  look(step: number, view: SummaryView): void {
    const { sum, thoughtSum, steps, stepCount } = this.#profile;
    const { estimator, wrapperBytes } = this;
    const { covered } = view;
    const turn = steps.turnStart[step] ?? 0;
    const entryBytes = wrapperBytes + view.summaryBytes;
    const added = view.injected ? quarterFloor(entryBytes) : 0;
    const same = estimator.sum === sum;
    this.referenceOffset = view.keptReference + added - (sum[covered] as number);
    this.heuristicOffset = same
      ? view.keptHeuristic + added - (sum[covered] as number)
      : view.keptHeuristic +
        (view.injected ? estimator.text(entryBytes) : 0) -
        (estimator.sum[covered] as number);
    this.until = stepCount;
    this.#lookReal(step, view, turn);
    // Thoughts before `covered` are not in the request, but only the current turn's were in it.
    if (covered <= turn || (thoughtSum[covered] as number) === (thoughtSum[turn] as number)) return;
    const thoughts = (thoughtSum[covered] as number) - (thoughtSum[turn] as number);
    this.referenceOffset -= thoughts;
    this.heuristicOffset -= same
      ? thoughts
      : (estimator.thoughtSum[covered] as number) - (estimator.thoughtSum[turn] as number);
    this.until = step + 1;
  }

  /** Real tokens that a view adds to a request of the whole log. */
  #lookReal(step: number, view: SummaryView, turn: number): void {
    const recorded = this.#recordedView(view);
    this.realOffset = this.#shift(view, recorded);
    const sent = recorded !== undefined && view.difference === 0;
    this.#floored = view.injected && !sent && this.ratio === null;
    const { covered } = recorded ?? view;
    const { thoughtSum } = this.#profile;
    if (covered <= turn || (thoughtSum[covered] as number) === (thoughtSum[turn] as number)) return;
    this.realOffset += this.#thoughtShift(step, covered);
    this.until = step + 1;
  }

  #thoughtShift(step: number, covered: number): number {
    const { densities } = this.#projection;
    const profile = this.#profile;
    return (
      thoughtSize(profile, densities, step, covered) - thoughtSize(profile, densities, step, 0)
    );
  }

  /** The recorded view that sizes a view's requests; undefined where their own entries do. */
  #recordedView({ recorded }: Readonly<SummaryView>): RecordedRequestView | undefined {
    const view = recorded < 0 ? undefined : this.recorded[recorded];
    return view?.boundary === true ? view : undefined;
  }

  realAt(step: number, added: number): number {
    const ratio = this.ratio?.[step];
    const sized =
      ratio === undefined
        ? (this.real[step] as number) + this.realOffset + this.density * added
        : ((this.reference[step] as number) + this.referenceOffset + added) * ratio;
    const least = this.#floored
      ? this.#prefix +
        this.#thinnest * ((this.reference[step] as number) + this.referenceOffset + added)
      : 0;
    return Math.trunc(sized > least ? sized : least);
  }

  /** Real tokens of a step's request with the whole log; truncated once. */
  realWhole(step: number): number {
    const ratio = this.ratio?.[step];
    const sized =
      ratio === undefined ? (this.real[step] as number) : (this.reference[step] as number) * ratio;
    return sized > 0 ? Math.trunc(sized) : 0;
  }

  keep(view: SummaryView, from: number, to: number): void {
    const { sum } = this.#profile;
    const { sizes } = this.#projection;
    const { estimator } = this;
    view.keptHeuristic += (estimator.sum[to] as number) - (estimator.sum[from] as number);
    view.keptReference += (sum[to] as number) - (sum[from] as number);
    view.keptReal += (sizes[to] as number) - (sizes[from] as number);
  }

  elide(view: SummaryView, entry: number, tokens: number, reference: number): void {
    view.keptHeuristic -= tokens;
    view.keptReference -= reference;
    view.keptReal -= leavingShare(this.#profile, this.#projection, entry, reference);
  }

  /** Real tokens that a view adds to a request of the whole log, without thoughts. */
  #shift(view: Readonly<SummaryView>, recorded: RecordedRequestView | undefined): number {
    const { sizes, hidden } = this.#projection;
    const { covered, since } = recorded ?? view;
    const kept =
      recorded === undefined
        ? view.keptReal + (view.injected ? this.#summary(view) : 0)
        : recorded.keptReal + view.difference;
    return kept - (sizes[covered] as number) - (hidden[since] ?? 0);
  }

  /** Real tokens of a view's summary in a request. */
  #summary(view: Readonly<SummaryView>): number {
    const { density, wrapperBytes } = this;
    if (view.summaryTokens >= 0) return view.summaryTokens + density * (wrapperBytes / 4);
    return density * quarterFloor(wrapperBytes + view.summaryBytes);
  }

  isRecorded(view: Readonly<SummaryView>): boolean {
    return this.#recordedView(view) !== undefined;
  }

  summaryDifference(view: Readonly<SummaryView>, recorded: number): number {
    const theirs = quarterFloor(this.recorded[recorded]?.summaryBytes ?? 0);
    return (view.injected ? this.#summary(view) : 0) - this.density * theirs;
  }

  replaced(step: number, view: Readonly<SummaryView>, addedTokens: number): number {
    const recorded = this.#recordedView(view);
    if (recorded !== undefined) {
      const shift = this.#shift(view, recorded) + this.#thoughtShift(step, recorded.covered);
      // A recorded count of 0 under another summary's size: no request has fewer tokens than none.
      return Math.max(0, (this.real[step] as number) + shift);
    }
    const { prefix, joined } = this.#projection;
    return prefix + (joined[step] as number) + this.#summary(view) + this.density * addedTokens;
  }
}

/** Each step's request with the whole log, by an estimator. */
function wholeRequests({ steps, stepCount }: Profile, estimator: Estimator): Int32Array {
  const out = new Int32Array(stepCount);
  for (let i = 0; i < stepCount; i++) {
    const n = steps.entries[i] as number;
    const thoughts =
      (estimator.thoughtSum[n] as number) -
      (estimator.thoughtSum[steps.turnStart[i] as number] as number);
    out[i] = estimator.prefix + (estimator.sum[n] as number) + thoughts;
  }
  return out;
}
