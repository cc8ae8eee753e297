/**
 * The base of ContextGuard's strategies that keep a tail: a compaction cuts the whole log anew, in
 * passes, and the requests after it have another view than the one that is sent.
 */
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { CAP_SHARE } from '@/lib/engine/mechanisms/compaction-passes';
import { CutRequest } from '@/lib/engine/mechanisms/cut-request';
import { lastCoveredStep } from '@/lib/engine/mechanisms/entry-tokens';
import { fallbackBytes } from '@/lib/engine/mechanisms/summary-text';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { replaceLog, wholeLog, type SummaryView } from '@/lib/engine/policy/requests';
import { ViewRun, type ViewSettings } from '@/lib/engine/policy/view-run';

/** Notes of a compaction: nothing to cut; the summariser failed in the first pass, in a later one. */
export interface CutNotes {
  readonly nothing: string;
  readonly failed: string;
  readonly later: string;
}

/** Settings that such a strategy has at least. */
interface CutSettings extends ViewSettings {
  readonly attempts: number;
}

/** A strategy at work. */
export abstract class CutRun<S extends CutSettings> extends ViewRun<S> {
  protected readonly cut: CutRequest;
  /** Entries that the policy takes as compacted. */
  protected watermark = 0;
  /** The newest summary, 0 bytes for none, and the entries inside it. */
  protected summaryBytes = 0;
  protected summarised = 0;
  #summaryTokens = -1;
  /** The log begins with a text that reads like a summary: no stored one is put in front. */
  readonly #spoofed: boolean;
  /** First steps whose watermark columns are not written yet. */
  #before = 0;
  #after = 0;

  constructor(settings: S, input: PolicyInput) {
    super(settings, input);
    this.cut = new CutRequest(input);
    this.#spoofed = ((input.profile.entries.flags[0] ?? 0) & entryFlag.summaryHeader) !== 0;
  }

  /** Content at which a tail of this size begins; null: nothing is old enough to be cut. */
  protected abstract split(keep: number): number | null;
  /** Size of the next pass's tail. */
  protected abstract shorter(keep: number): number;
  /** The request needs no further pass. */
  protected abstract fits(step: number, heuristic: number): boolean;
  protected abstract readonly notes: CutNotes;

  override forget(): void {
    super.forget();
    this.watermark = 0;
    this.summaryBytes = 0;
    this.summarised = 0;
    this.#summaryTokens = -1;
  }

  override advance(end: number): void {
    super.advance(end);
    this.#writeWatermark(end, end);
  }

  /**
   * Cuts a step's request in passes, the first with a tail of `initial`; false where not even that one
   * changed anything. `continuation`: bytes of the instruction behind the tail, 0 for none.
   */
  protected cutInPasses(step: number, initial: number, continuation: number): boolean {
    const { columns: out, requests, notes, summariser } = this.input;
    const { cut } = this;
    const { attempts, window } = this.settings;
    let keep = initial;
    let cuts = 0;
    for (let pass = 1; pass <= attempts; pass++) {
      const { contents } = cut;
      const split = this.split(keep);
      if (split === null) {
        if (cuts === 0) this.note(step, 'no-op', this.notes.nothing);
        break;
      }
      const texts = cut.fallbackBefore(split);
      out.attempts[step] = pass;
      if (pass === 1) out.summarizerContents[step] = split;
      const head = cut.tokensFrom(0) - cut.tokensFrom(split);
      summariser.call(head, (window - this.tokenThreshold) * CAP_SHARE, pass);
      const { failed } = summariser;
      if (failed && !summariser.empty) {
        this.note(step, 'failure', cuts === 0 ? this.notes.failed : this.notes.later);
        break;
      }
      this.summaryBytes = failed ? fallbackBytes(this.summaryBytes, texts) : summariser.bytes;
      this.#summaryTokens = failed ? -1 : summariser.tokens;
      cut.cut(split, this.summaryBytes, continuation);
      cuts++;
      const heuristic = requests.estimator.prefix + cut.tokensFrom(0);
      notes.passes.push({ step, keep, contents, split, heuristic });
      if (this.fits(step, heuristic)) break;
      keep = this.shorter(keep);
    }
    return cuts > 0;
  }

  /**
   * Sends the cut request: the newest summary, the tail, older summaries and instructions. The next
   * one is the summary and the entries from `watermark` on.
   */
  protected sendCut(step: number, watermark: number): void {
    const { cut, loop } = this;
    const { columns: out, requests } = this.input;
    const { from: covered, added } = cut;
    cut.noteOrphans();
    this.summarised = Math.max(this.summarised, covered);
    out.realBefore[step] = requests.realAt(step, 0);
    out.compacted[step] = 1;
    loop.view = this.#behind(step, true, covered);
    loop.wrote(step);
    this.changed();
    loop.summarised = this.summarised;
    loop.onceHeuristic = added;
    loop.onceReference = added;
    loop.onceContents = cut.lead - 1 + cut.trail;
    const injected = this.summaryBytes > 0 && !this.#spoofed;
    loop.next = this.#behind(step, injected, injected ? watermark : 0);
    loop.nextSummarised = injected ? this.summarised : 0;
    this.#writeWatermark(step + 1, step);
    this.watermark = watermark;
  }

  /** Sends the whole log at this step; the next one has the present view again. */
  protected sendWhole(step: number): void {
    const { loop } = this;
    // It is sent already: another view of the same entries would be sized anew, and no longer as recorded.
    if (loop.view.covered === 0 && !loop.view.injected) return;
    loop.next = loop.view;
    loop.nextSummarised = loop.summarised;
    loop.view = this.#behind(step, false, 0);
    loop.summarised = 0;
    this.changed();
  }

  /** The newest summary, if it is put in, and the entries from `covered` on. */
  #behind(step: number, injected: boolean, covered: number): SummaryView {
    const since = covered === 0 ? -1 : lastCoveredStep(this.input.profile.steps, step, covered);
    const [summaryBytes, summaryTokens] = [this.summaryBytes, this.#summaryTokens];
    const view = wholeLog();
    replaceLog(view, { injected, covered, summaryBytes, summaryTokens }, since);
    return view;
  }

  /** Writes the present watermark into its columns, up to these steps. */
  #writeWatermark(before: number, after: number): void {
    const { watermarkBefore, watermarkAfter } = this.input.columns;
    watermarkBefore.fill(this.watermark, this.#before, before);
    watermarkAfter.fill(this.watermark, this.#after, after);
    this.#before = before;
    this.#after = after;
  }
}
