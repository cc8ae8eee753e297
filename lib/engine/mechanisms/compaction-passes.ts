import { firstWhere } from '@/lib/engine/base/search';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { CompactionPass } from '@/lib/engine/policy/notes';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import type { RequestSizes, SummaryView } from '@/lib/engine/policy/requests';
import { contextGuardBuffer, type BufferBoundary } from './buffer';
import type { Estimate } from './estimate';
import { entryTokens } from './entry-tokens';
import { fallbackBytes, textInFallback } from './summary-text';

/** Share of the window the summariser's input may take. */
export const SUMMARIZER_SHARE = 0.8;
/** Output cap of the summariser, as a share of the buffer. */
export const CAP_SHARE = 0.5;

/** Rules of a version of ContextGuard's full summary. */
export interface PassRules {
  readonly window: number;
  readonly buffer: number;
  readonly threshold: number;
  readonly attempts: number;
  /** The oldest contents are cut off the summariser's input to 80 % of the window. */
  readonly truncate: boolean;
  /** A failed call leaves the mechanical summary, or the request as it was. */
  readonly onFailure: 'fallback' | 'pass';
  /** Size of a pass's request compared with the threshold; null: its heuristic, as the reference. */
  readonly measure: ((step: number, heuristic: number) => number) | null;
}

/** The rules of some settings; `estimate` decides instead of the policy's own rule. */
export function passRules(
  settings: Pick<PassRules, 'window' | 'attempts' | 'truncate' | 'onFailure'> & {
    readonly boundary: BufferBoundary;
  },
  estimate: Estimate | null,
): PassRules {
  const { window, attempts, truncate, onFailure, boundary } = settings;
  const buffer = contextGuardBuffer(window, boundary);
  const measure: PassRules['measure'] =
    estimate && ((step, heuristic) => estimate.compacted(step, heuristic));
  return { window, attempts, truncate, onFailure, buffer, threshold: window - buffer, measure };
}

/** What a compaction reads, and where it notes its passes; null: nowhere. */
export interface PassInput extends Pick<PolicyInput, 'profile' | 'requests' | 'summariser'> {
  readonly notes: { readonly passes: CompactionPass[] } | null;
}

/**
 * ContextGuard's compaction: summarises everything, in passes, until the raw heuristic is below the
 * threshold; each pass after the first summarises summary and continuation. The result stands in the
 * fields until the next call; a compaction of one pass allocates nothing.
 */
export class CompactionPasses {
  /** Summariser calls. */
  passes = 0;
  /** Contents the first of them was given. */
  contents = 0;
  /** The first call failed and the request passes unchanged; the fields below are not set. */
  passed = false;
  /** A call failed and a substitute is used. */
  failed = false;
  /** The summary: bytes, and real tokens where its model states them, else −1. */
  bytes = 0;
  tokens = -1;
  /** Heuristic of the continuation, and of the whole request. */
  added = 0;
  sent = 0;
  readonly #input: PassInput;

  constructor(input: PassInput) {
    this.#input = input;
  }

  /** Compacts the request of a step under a view; `continuation` in bytes. */
  run(step: number, view: SummaryView, rules: PassRules, continuation: number): void {
    const { profile, requests, summariser } = this.#input;
    const { estimator, wrapperBytes } = requests;
    const { covered, injected } = view;
    const { fallbackSum, steps } = profile;
    const n = intAt(steps.entries, step);
    const budget = Math.trunc(rules.window * SUMMARIZER_SHARE);
    const head = injected ? estimator.text(wrapperBytes + view.summaryBytes) : 0;
    const whole = head + entryTokens(estimator, steps, step, covered);
    // Over budget the injected summary is the oldest content, so it is the first to go.
    const cut = rules.truncate && whole > budget && n - covered + (injected ? 1 : 0) > 2;
    const from = cut ? this.#truncate(step, covered, budget) : covered;
    const keepsSummary = injected && !cut;
    this.contents = n - from + (keepsSummary ? 1 : 0);
    let texts = sumBetween(fallbackSum, from, n);
    if (keepsSummary) texts += textInFallback(wrapperBytes + view.summaryBytes);
    let headTokens = cut ? entryTokens(estimator, steps, step, from) : whole;
    this.passes = 0;
    this.passed = false;
    this.failed = false;
    this.bytes = view.summaryBytes;
    this.added = estimator.text(continuation);
    while (this.passes < rules.attempts) {
      this.passes++;
      summariser.call(headTokens, rules.buffer * CAP_SHARE, this.passes);
      const { failed } = summariser;
      this.failed ||= failed;
      // An answer of nothing is mechanical in every version; only an error ever passed through.
      if (failed && rules.onFailure === 'pass' && !summariser.empty) {
        this.passed = this.passes === 1;
        return;
      }
      this.tokens = failed ? -1 : summariser.tokens;
      this.bytes = failed ? fallbackBytes(this.bytes, texts) : summariser.bytes;
      headTokens = estimator.text(wrapperBytes + this.bytes) + this.added;
      this.sent = estimator.prefix + headTokens;
      if (this.#done(step, rules)) return;
      texts = textInFallback(wrapperBytes + this.bytes) + textInFallback(continuation);
    }
  }

  /** True if the request fits; writes a note unless the first pass does. */
  #done(step: number, { threshold, measure }: PassRules): boolean {
    const fits = (measure === null ? this.sent : measure(step, this.sent)) < threshold;
    const { notes } = this.#input;
    if (notes !== null && (!fits || this.passes > 1)) {
      const contents = this.passes > 1 ? 2 : this.contents;
      notes.passes.push({
        step,
        keep: 0,
        contents,
        split: contents,
        heuristic: this.sent,
      });
    }
    return fits;
  }

  /** First entry left after the oldest are dropped to the budget; never fewer than two contents. */
  #truncate(step: number, from: number, budget: number): number {
    const { profile, requests } = this.#input;
    const last = intAt(profile.steps.entries, step) - 2;
    return firstWhere(
      from,
      Math.max(from, last),
      (entry) => entryTokens(requests.estimator, profile.steps, step, entry) <= budget,
    );
  }
}

/** Real tokens of a step's request that holds a new summary and the continuation alone; `sent` is its heuristic. */
export function realReplaced(
  requests: RequestSizes,
  view: SummaryView,
  step: number,
  { sent, added }: Pick<CompactionPasses, 'sent' | 'added'>,
): number {
  const ratio = requests.ratio?.[step];
  if (ratio === undefined) return Math.trunc(requests.replaced(step, view, added));
  if (requests.heuristic === requests.reference) return Math.trunc(sent * ratio);
  requests.look(step, view);
  return requests.realAt(step, added);
}
