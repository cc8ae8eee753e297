import type { PolicyInput } from '@/lib/engine/policy/policy';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { inTokens, RequestMessages } from './message-list';
import type { MiddlewareSettings } from './settings';

/** The rules in which a middleware differs from the other. */
export interface MiddlewareRules<S extends MiddlewareSettings> {
  /** The first message that stays; 0 or less: nothing is cut. */
  readonly cut: (messages: RequestMessages, settings: S) => number;
  /** Reason that nothing is cut though the tokens are reached; null: none. */
  readonly waits?: (messages: RequestMessages, settings: S) => string | null;
  /** Tokens of the messages replaced that the summariser reads, at most. */
  readonly reads?: (settings: S) => number;
  /** Bytes of the summary that stands for a failed call's; left out where the error ends the run. */
  readonly failure?: number;
  /** Where nothing at all would stay: it shortens tool results for this one request instead. */
  readonly shortens?: (messages: RequestMessages, settings: S, prefix: number) => boolean;
}

const KEPT = 'Nothing is older than the kept messages: nothing is summarised.';
const SHORTENS =
  'Nothing would stay behind a summary: its tool results are shortened for this request and nothing is summarised. The replay sends them whole.';
const ERROR_KEPT = 'The summariser failed: the text of its error becomes the summary.';
const FAILED = 'The summariser failed, which is an error.';
const ENDS = 'The error ends the run. The recording goes on, uncompacted; each call tries again.';

/** LangChain's summarisation at work, or deepagents'. */
export class MiddlewareRun<S extends MiddlewareSettings> extends ViewRun<S> {
  readonly #rules: MiddlewareRules<S>;
  readonly #messages = new RequestMessages(this.input.profile);

  constructor(rules: MiddlewareRules<S>, settings: S, input: PolicyInput) {
    super(settings, input);
    this.#rules = rules;
  }

  /** All chars are rounded once, which the sums of entries do only for a whole log. */
  own(step: number): number {
    const messages = this.#at(step);
    return this.input.requests.estimator.prefix + inTokens(messages.chars(0));
  }

  #at(step: number): RequestMessages {
    const { covered, injected, summaryBytes } = this.view;
    const summary = injected ? this.input.requests.wrapperBytes + summaryBytes : -1;
    this.#messages.begin(this.entriesAt(step), covered, summary);
    return this.#messages;
  }

  decide(step: number): void {
    const { settings } = this;
    const messages = this.#at(step);
    const waits = this.#rules.waits?.(messages, settings) ?? null;
    const cut = waits === null ? this.#rules.cut(messages, settings) : 0;
    if (cut <= 0) this.note(step, 'no-op', waits ?? KEPT);
    else if (cut === messages.length && this.#shortens(messages))
      this.note(step, 'no-op', SHORTENS);
    else this.#replace(step, cut);
  }

  #shortens(messages: RequestMessages): boolean {
    const { prefix } = this.input.requests.estimator;
    return this.#rules.shortens?.(messages, this.settings, prefix) === true;
  }

  #replace(step: number, cut: number): void {
    const { summariser, columns: out } = this.input;
    const { reads, failure } = this.#rules;
    const messages = this.#messages;
    const head = Math.min(inTokens(messages.chars(0, cut)), reads?.(this.settings) ?? Infinity);
    summariser.call(head, this.settings.summaryCap, 1);
    let { bytes: summaryBytes, tokens: summaryTokens } = summariser;
    if (summariser.failed && !summariser.empty) {
      if (failure === undefined) {
        this.noteFailure(step, FAILED, ENDS);
        return;
      }
      this.note(step, 'failure', ERROR_KEPT);
      summaryBytes = failure;
      summaryTokens = -1;
    }
    out.summarizerContents[step] = cut;
    const covered = messages.entryAt(cut, this.entriesAt(step));
    this.compact(step, { covered, injected: true, summaryBytes, summaryTokens }, 1);
    this.reportOrphans(step, covered);
  }
}
