/**
 * A compaction that replaces the whole log by one summary, the way ContextGuard v1.1.0 does it, for
 * policies of our own: previous summary and every entry since go to the summariser (oldest contents
 * are left out beyond what it may be given), a failed call leaves the mechanical summary, and passes
 * repeat until the policy is content with the request.
 */
import type { PolicyInput } from '../policy';
import { wholeLog } from '../requests';
import { entryTokens } from './entry-tokens';
import { continuationBytes, fallbackBytes, textInFallback } from './summary-text';

const FAILED = 'The summariser failed: the mechanical summary stands in.';

/** What a policy says of its compactions. */
export interface FullSummaryRules {
  /** Passes at most. */
  readonly attempts: number;
  /** Text after the summary: none, plain, or with the user's current request. */
  readonly continuation: 'none' | 'plain' | 'quoting';
  /** Real tokens the summary may have. */
  readonly capTokens: number;
  /** Heuristic tokens the summariser may be given. */
  readonly headTokens: number;
  /** The mechanical summary was asked for: it is no failure. */
  readonly mechanical: boolean;
  /** The policy is content with a compacted request of so many heuristic tokens. */
  readonly fits: (step: number, heuristic: number) => boolean;
}

/** The view a policy sends, and how it comes about. One object for a whole replay. */
export class FullSummary {
  readonly #input: PolicyInput;
  #view = wholeLog();
  #until = 0;

  constructor(input: PolicyInput) {
    this.#input = input;
  }

  /** How many entries the stored summary covers. */
  get watermark(): number {
    return this.#view.injected ? this.#view.covered : 0;
  }

  /** Loses the stored summary: the next request is the whole log. */
  forget(): void {
    const recorded = this.#view.injected ? -1 : this.#view.recorded;
    this.#view = { ...wholeLog(), recorded };
    this.#until = 0;
  }

  /** Sets the sizes of a step's request; gives its heuristic. */
  look(step: number): number {
    const { requests } = this.#input;
    if (step >= this.#until) {
      requests.look(step, this.#view);
      this.#until = requests.until;
    }
    return (requests.heuristic[step] as number) + requests.heuristicOffset;
  }

  /** The step sends what it looked at; gives its real tokens. */
  hold(step: number, heuristic: number): number {
    const { requests, columns: out } = this.#input;
    out.heuristicSent[step] = heuristic;
    return this.#store(step, requests.realAt(step, 0), 0);
  }

  /** The step sends a summary of everything; gives its real tokens. */
  compact(step: number, rules: FullSummaryRules): number {
    const { profile, requests, columns: out } = this.#input;
    out.realBefore[step] = requests.realAt(step, 0);
    const continuation = continuationOf(rules, profile.steps.requestBytes[step] as number);
    out.heuristicSent[step] = this.#summarise(step, rules, continuation);
    out.compacted[step] = 1;
    const view = this.#view;
    view.injected = true;
    view.covered = profile.steps.entries[step] as number;
    view.since = step;
    requests.follow(step, view);
    out.reproduced[step] = view.recorded > 0 ? 1 : 0;
    out.addedTokens[step] = continuation > 0 ? requests.ruler.text(continuation) : 0;
    requests.look(step, view);
    // Thoughts of the running turn are in no later request either: look again for the next step.
    this.#until = step + 1;
    // A recording that did just this has the continuation in its own count.
    const added = view.recorded > 0 ? 0 : continuation >> 2;
    return this.#store(step, requests.realAt(step, added), continuation > 0 ? 1 : 0);
  }

  /** Sizes the summary in passes; gives the heuristic of the compacted request. */
  #summarise(step: number, rules: FullSummaryRules, continuation: number): number {
    const { profile, requests, summariser, columns: out } = this.#input;
    const { ruler, wrapperBytes } = requests;
    const view = this.#view;
    const n = profile.steps.entries[step] as number;
    const { covered } = view;
    const head = view.injected ? ruler.text(wrapperBytes + view.summaryBytes) : 0;
    const all = head + entryTokens(ruler, profile.steps, step, covered);
    // The injected summary is the oldest content, so it is the first to go.
    const cut = all > rules.headTokens && n - covered + (view.injected ? 1 : 0) > 2;
    const from = cut ? this.#oldest(step, covered, rules.headTokens) : covered;
    const keepsSummary = view.injected && !cut;
    out.summarizerContents[step] = n - from + (keepsSummary ? 1 : 0);
    let texts = (profile.fallbackSum[n] as number) - (profile.fallbackSum[from] as number);
    if (keepsSummary) texts += textInFallback(wrapperBytes + view.summaryBytes);
    let given = cut ? entryTokens(ruler, profile.steps, step, from) : all;
    let sent = 0;
    let passes = 0;
    let failed = false;
    while (passes < rules.attempts) {
      passes++;
      summariser.call(given, rules.capTokens, passes);
      failed ||= summariser.failed;
      view.summaryTokens = summariser.failed ? -1 : summariser.tokens;
      view.summaryBytes = summariser.failed
        ? fallbackBytes(view.summaryBytes, texts)
        : summariser.bytes;
      given = ruler.text(wrapperBytes + view.summaryBytes);
      if (continuation > 0) given += ruler.text(continuation);
      sent = ruler.prefix + given;
      if (rules.fits(step, sent)) break;
      texts = textInFallback(wrapperBytes + view.summaryBytes);
      if (continuation > 0) texts += textInFallback(continuation);
    }
    out.attempts[step] = passes;
    if (failed && !rules.mechanical)
      this.#input.notes.events.push({ step, kind: 'failure', text: FAILED });
    return sent;
  }

  /** First entry left after the oldest are dropped to the budget; never fewer than two contents. */
  #oldest(step: number, covered: number, budget: number): number {
    const { profile, requests } = this.#input;
    let low = covered;
    let high = Math.max((profile.steps.entries[step] as number) - 2, covered);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entryTokens(requests.ruler, profile.steps, step, middle) <= budget) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Writes what the request holds, and its real tokens. */
  #store(step: number, real: number, added: number): number {
    const { profile, columns: out } = this.#input;
    const view = this.#view;
    const n = profile.steps.entries[step] as number;
    out.real[step] = real;
    out.contentsSent[step] = n - view.covered + (view.injected ? 1 : 0) + added;
    out.watermarkAfter[step] = this.watermark;
    out.summaryBytes[step] = view.summaryBytes;
    out.summaryTokens[step] = view.injected ? view.summaryTokens : -1;
    out.covered[step] = view.covered;
    out.summarised[step] = view.covered;
    out.injected[step] = view.injected ? 1 : 0;
    return real;
  }
}

/** Bytes of the text after the summary; 0 for none. */
function continuationOf({ continuation }: FullSummaryRules, requestBytes: number): number {
  if (continuation === 'none') return 0;
  return continuationBytes(continuation === 'quoting' ? requestBytes : 0);
}
