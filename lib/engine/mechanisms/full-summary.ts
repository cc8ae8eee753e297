/**
 * A compaction that replaces the whole log by one summary, the way ContextGuard v1.1.0 does it, for
 * Highwater's own policies: `CompactionPasses` sizes it, the base run does the rest. A continuation
 * stands in the request of the step that compacted only.
 */
import { ViewRun, type ViewSettings } from '@/lib/engine/policy/view-run';
import { CompactionPasses, type PassRules } from './compaction-passes';
import { continuationBytes } from './summary-text';

const FAILED = 'The summariser failed: the mechanical summary is used.';

/** Rules of a compaction, and of the state after it. */
export interface FullSummaryRules extends PassRules {
  /** Text after the summary: none, plain, or with the user's current request. */
  readonly continuation: 'none' | 'plain' | 'quoting';
  /** The mechanical summary was chosen: it is no failure. */
  readonly mechanical: boolean;
  /** The counts of earlier requests stay. */
  readonly keepsUsage: boolean;
}

/** The run of a policy that summarises everything. */
export abstract class FullSummaryRun<S extends ViewSettings> extends ViewRun<S> {
  readonly #passes = new CompactionPasses(this.input);

  protected abstract rules(): FullSummaryRules;

  decide(step: number): void {
    const { profile, requests, columns: out } = this.input;
    const rules = this.rules();
    if (rules.attempts === 0) return;
    const { continuation, mechanical, keepsUsage } = rules;
    const quoted = continuation === 'quoting' ? (profile.steps.requestBytes[step] as number) : 0;
    const bytes = continuation === 'none' ? 0 : continuationBytes(quoted);
    const passes = this.#passes;
    passes.run(step, this.view, rules, bytes);
    out.summarizerContents[step] = passes.contents;
    if (passes.failed && !mechanical) this.note(step, 'failure', FAILED);
    const covered = profile.steps.entries[step] as number;
    const { bytes: summaryBytes, tokens: summaryTokens } = passes;
    const next = { covered, injected: true, summaryBytes, summaryTokens };
    this.compact(step, next, passes.passes, { keepsUsage });
    if (bytes === 0) return;
    const { loop } = this;
    loop.onceHeuristic = requests.estimator.text(bytes);
    loop.onceReference = bytes >> 2;
    loop.onceContents = 1;
  }

  /** Thoughts of the running turn are in no later request either: sizes are looked up again. */
  override after(step: number): void {
    if (this.input.columns.compacted[step] === 1) this.changed();
  }
}
