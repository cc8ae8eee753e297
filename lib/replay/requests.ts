import { SUMMARY_WRAPPER, summaryEntryTokens } from '@/lib/policies/mechanisms/summary-text';
import type { RecordedRequestView, RequestSizes, SummaryView } from '@/lib/policies/requests';
import { stepFlag, type Profile } from '@/lib/tokens/profile';
import { thoughtSize, type Projection } from './projection';
import { keptEntries, keptSum } from './recorded-view';

/** Real tokens of a view's summary as it stands in a request. */
export function summarySize(view: Readonly<SummaryView>, density: number): number {
  if (view.summaryTokens >= 0) return view.summaryTokens + density * (SUMMARY_WRAPPER / 4);
  return density * summaryEntryTokens(view.summaryBytes);
}

/** Sizes every request a policy may send over one profile. */
export class SessionRequests implements RequestSizes {
  readonly heuristic: Int32Array;
  readonly real: Float64Array;
  readonly ratio: Float64Array | null;
  readonly reported: Uint8Array;
  readonly recorded: readonly RecordedRequestView[];
  heuristicOffset = 0;
  realOffset = 0;
  until = 0;
  readonly #profile: Profile;
  readonly #projection: Projection;

  constructor(profile: Profile, prefixTokens: number, projection: Projection) {
    const { stepCount, steps } = profile;
    const { prefix, sizes, hidden, densities, runs } = projection;
    this.#profile = profile;
    this.#projection = projection;
    this.ratio = steps.ratio;
    this.heuristic = new Int32Array(stepCount);
    this.real = new Float64Array(stepCount);
    this.reported = new Uint8Array(stepCount);
    for (let i = 0; i < stepCount; i++) {
      this.heuristic[i] = prefixTokens + (runs.visible[i] as number);
      this.real[i] =
        prefix +
        (sizes[steps.entries[i] as number] as number) +
        (hidden[i] as number) +
        thoughtSize(profile, densities, i, 0);
      this.reported[i] = (steps.flags[i] as number) & stepFlag.reported;
    }
    this.recorded = projection.views.map((view) => ({
      step: view.step,
      injected: false,
      covered: view.from,
      since: view.since,
      summaryBytes: view.summaryBytes,
      summaryTokens: -1,
      keptHeuristic: keptSum(view, profile.sum) + view.summaryTokens,
      keptReal: view.offset + view.remainder,
      contents: keptEntries(view) + (view.summarised ? 1 : 0),
      summarised: view.summarised,
      boundary: view.boundary,
    }));
  }

  look(step: number, view: SummaryView): void {
    const { sum, thoughtSum, steps, stepCount } = this.#profile;
    if (step === 0 && this.recorded[0]?.boundary === true) view.recorded = -1;
    const { densities } = this.#projection;
    const { covered } = view;
    const turn = steps.turnStart[step] ?? 0;
    this.heuristicOffset =
      view.keptHeuristic +
      (view.injected ? summaryEntryTokens(view.summaryBytes) : 0) -
      (sum[covered] as number);
    this.realOffset = this.#shift(view);
    this.until = stepCount;
    // Thoughts before `covered` are out of the request, but only the running turn's were in it.
    if (covered <= turn || (thoughtSum[covered] as number) === (thoughtSum[turn] as number)) return;
    this.heuristicOffset -= (thoughtSum[covered] as number) - (thoughtSum[turn] as number);
    this.realOffset +=
      thoughtSize(this.#profile, densities, step, covered) -
      thoughtSize(this.#profile, densities, step, 0);
    this.until = step + 1;
  }

  /** Real tokens that a view adds to a request of the whole log, thoughts aside. */
  #shift(view: Readonly<SummaryView>): number {
    const { sizes, hidden, density } = this.#projection;
    const recorded = view.recorded > 0 ? this.recorded[view.recorded] : undefined;
    const since = recorded?.since ?? view.since;
    const kept =
      recorded?.keptReal ?? view.keptReal + (view.injected ? summarySize(view, density.value) : 0);
    return kept - (sizes[view.covered] as number) - (hidden[since] ?? 0);
  }

  follow(step: number, view: SummaryView): void {
    const next = this.recorded[view.recorded + 1];
    const same =
      view.recorded >= 0 &&
      view.injected &&
      next?.step === step &&
      next.summarised &&
      next.contents === 1 &&
      next.covered === view.covered &&
      next.summaryBytes === SUMMARY_WRAPPER + view.summaryBytes;
    view.recorded = same ? view.recorded + 1 : -1;
  }

  replaced(step: number, view: Readonly<SummaryView>, addedTokens: number): number {
    if (view.recorded > 0) return (this.real[step] as number) + this.#shift(view);
    const density = this.#projection.density.value;
    return this.#projection.prefix + summarySize(view, density) + density * addedTokens;
  }
}
