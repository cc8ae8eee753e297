/**
 * Anchor + delta, Highwater's own threshold policy. It decides on the last real prompt size plus
 * density × growth of the heuristic since the request that real was of; before any usage on the
 * source's prefix prior + density × heuristic. A compaction replaces the whole log by one summary
 * and a continuation, as ContextGuard v1.1.0 does, and voids the anchor until the next usage.
 *
 * The evidence is research/ratios.md: one step ahead this estimate lies within −2 %/+2 % of real
 * (p1/p99), where the reference's rule lies within −7 %/+27 %.
 */
import * as z from 'zod';
import { variantRuler, wholeVariant } from '@/lib/tokens/ruler';
import { contextGuardBuffer } from './mechanisms/buffer';
import { densitySettings, Estimate, imageSettings, inlineRule } from './mechanisms/estimate';
import { FullSummary, type FullSummaryRules } from './mechanisms/full-summary';
import { SUMMARY_WRAPPER } from './mechanisms/summary-text';
import { definePolicy, type PolicyInput, type PolicyRun } from './policy';
import { summarySettings } from './summary';

/** Output cap of the summariser, as a share of the buffer; what it may be given, of the window. */
const CAP_SHARE = 0.5;
const SUMMARIZER_SHARE = 0.8;

const settings = z.strictObject({
  window: z.int().min(0).max(100_000_000).default(200_000).meta({
    label: 'Context window',
    unit: 'tokens',
  }),
  bufferRule: z.enum(['contextguard', 'share', 'tokens']).default('contextguard').meta({
    label: 'Buffer',
    description:
      'contextguard: 20,000 tokens from a window of 200,000 on, else 20 % · share: of the window · tokens: fixed',
  }),
  bufferShare: z.number().min(0).max(1).default(0.1).meta({
    label: 'Buffer share',
    unit: '×',
    description: 'Where the buffer is a share',
  }),
  bufferTokens: z.int().min(0).max(100_000_000).default(20_000).meta({
    label: 'Buffer tokens',
    unit: 'tokens',
    description: 'Where the buffer is fixed',
  }),
  attempts: z.int().min(0).max(20).default(3).meta({ label: 'Compaction attempts' }),
  quoteRequest: z.boolean().default(true).meta({ label: 'Continuation quotes the request' }),
  resetCalibration: z.boolean().default(true).meta({
    label: 'Reset after compaction',
    description: 'The anchor is void until the next usage',
  }),
  ...densitySettings,
  ...imageSettings('flat'),
  ...summarySettings.shape,
});

/** Settings of the anchor + delta policy. */
export type AnchorDeltaSettings = z.infer<typeof settings>;

/** window − threshold under a buffer rule. */
export function anchorDeltaBuffer(
  given: Pick<AnchorDeltaSettings, 'window' | 'bufferRule' | 'bufferShare' | 'bufferTokens'>,
): number {
  const { window, bufferRule, bufferShare, bufferTokens } = given;
  if (bufferRule === 'share') return Math.trunc(window * bufferShare);
  return bufferRule === 'tokens' ? Math.min(bufferTokens, window) : contextGuardBuffer(window);
}

/** The estimator's settings: it always anchors, so the calibrated ones' factor and cap are unused. */
const anchored = (given: AnchorDeltaSettings) => ({
  ...given,
  estimator: 'anchor' as const,
  factor: 1,
  cap: 1,
});

/** One replay. */
class AnchorDeltaRun implements PolicyRun<AnchorDeltaSettings> {
  readonly #input: PolicyInput;
  readonly #estimate: Estimate;
  readonly #requests: FullSummary;
  #settings: AnchorDeltaSettings;
  #rules: FullSummaryRules;
  #buffer = 0;
  #threshold = 0;
  #next = 0;
  /** State: the newest reported real, and the heuristic of the newest request. */
  #real = 0;
  #last = 0;

  constructor(given: AnchorDeltaSettings, input: PolicyInput) {
    this.#input = input;
    this.#settings = given;
    this.#estimate = new Estimate(anchored(given), input);
    this.#requests = new FullSummary(input);
    this.#rules = this.#rulesOf(given);
  }

  configure(given: AnchorDeltaSettings): void {
    this.#settings = given;
    this.#estimate.configure(anchored(given));
    this.#rules = this.#rulesOf(given);
  }

  forget(): void {
    this.#requests.forget();
    this.#estimate.forget();
    this.#real = 0;
    this.#last = 0;
  }

  advance(end: number): void {
    for (; this.#next < end; this.#next++) this.#step(this.#next);
  }

  #rulesOf(given: AnchorDeltaSettings): FullSummaryRules {
    this.#buffer = anchorDeltaBuffer(given);
    this.#threshold = given.window - this.#buffer;
    return {
      attempts: given.attempts,
      continuation: given.quoteRequest ? 'quoting' : 'plain',
      capTokens: this.#buffer * CAP_SHARE,
      headTokens: Math.trunc(given.window * SUMMARIZER_SHARE),
      mechanical: given.summary === 'fallback',
      // The same estimate that triggers: a check that disagreed with it would loop.
      fits: (step, heuristic) => this.#estimate.compacted(step, heuristic) < this.#threshold,
    };
  }

  #step(i: number): void {
    const { requests, columns: out } = this.#input;
    const h = this.#requests.look(i);
    const value = this.#estimate.value(i, h, 0, 0);
    out.heuristicRaw[i] = requests.heuristic[i] as number;
    out.heuristic[i] = h;
    out.lastReal[i] = this.#real;
    out.lastHeuristic[i] = this.#last;
    out.window[i] = this.#settings.window;
    out.buffer[i] = this.#buffer;
    out.threshold[i] = this.#threshold;
    out.decision[i] = value;
    out.watermarkBefore[i] = this.#requests.watermark;
    const fires = value >= this.#threshold && this.#settings.attempts > 0;
    if (fires && this.#settings.resetCalibration) {
      this.#estimate.reset();
      this.#real = 0;
    }
    const sent = fires ? this.#requests.compact(i, this.#rules) : this.#requests.hold(i, h);
    this.#last = out.heuristicSent[i] as number;
    if (requests.reported[i] === 1 && sent > 0) {
      this.#real = sent;
      this.#estimate.observe(i, this.#last, sent);
    }
    out.realAfter[i] = this.#real;
    out.lastHeuristicAfter[i] = this.#last;
  }
}

/** Last real + density × growth of the heuristic. */
export const anchorDelta = definePolicy({
  id: 'anchor-delta',
  label: 'Anchor + delta',
  provenance: {
    repository: 'highwater',
    path: 'lib/policies/anchor-delta.ts',
    version: '1',
    fidelity: 'ours',
  },
  decides: true,
  fires: '>=',
  decision: { adds: 'continuation' },
  settings,
  presets: [
    { id: 'learnt', label: 'Density learnt from the session', settings: {} },
    { id: 'shipped', label: 'Density of the model', settings: { densityFrom: 'model' } },
    {
      id: 'narrow',
      label: 'Narrow buffer, 5 % of the window',
      settings: { bufferRule: 'share', bufferShare: 0.05 },
    },
  ],
  form: (given, profile, prefixTokens) => {
    // Without images every way to count them is the reference's, whose sums are already there.
    const images = profile.entries.inlines.some((count) => count > 0);
    const inline = images ? inlineRule(given) : 'bytes';
    const ruler = variantRuler(profile, prefixTokens, { ...wholeVariant, inline });
    return { ruler, wrapperBytes: SUMMARY_WRAPPER };
  },
  begin: (chosen, input) => new AnchorDeltaRun(chosen, input),
});
