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

  look(step: number, view: Readonly<SummaryView>): void {
    const { sum, thoughtSum, steps, stepCount } = this.#profile;
    const { sizes, hidden, densities, density } = this.#projection;
    const { covered, since } = view;
    const turn = steps.turnStart[step] ?? 0;
    this.heuristicOffset =
      view.keptHeuristic +
      (view.injected ? summaryEntryTokens(view.summaryBytes) : 0) -
      (sum[covered] as number);
    this.realOffset =
      view.keptReal +
      (view.injected ? summarySize(view, density.value) : 0) -
      (sizes[covered] as number) -
      (hidden[since] ?? 0);
    this.until = stepCount;
    // Thoughts before `covered` are out of the request, but only the running turn's were in it.
    if (covered <= turn || (thoughtSum[covered] as number) === (thoughtSum[turn] as number)) return;
    this.heuristicOffset -= (thoughtSum[covered] as number) - (thoughtSum[turn] as number);
    this.realOffset +=
      thoughtSize(this.#profile, densities, step, covered) -
      thoughtSize(this.#profile, densities, step, 0);
    this.until = step + 1;
  }

  replaced(_step: number, view: Readonly<SummaryView>, addedTokens: number): number {
    const density = this.#projection.density.value;
    return this.#projection.prefix + summarySize(view, density) + density * addedTokens;
  }
}
