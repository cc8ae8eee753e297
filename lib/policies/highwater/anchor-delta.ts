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
import { variantEstimator, wholeVariant } from '@/lib/engine/tokens/estimator';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import {
  densitySettings,
  imageSettings,
  inlineRule,
  type EstimateSettings,
} from '@/lib/engine/mechanisms/estimate';
import { FullSummaryRun, type FullSummaryRules } from '@/lib/engine/mechanisms/full-summary';
import { guardPrompt } from '@/lib/engine/mechanisms/summary-prompt';
import { SUMMARY_WRAPPER } from '@/lib/engine/mechanisms/summary-text';
import { idleWithoutAttempts, lineForm } from '@/lib/engine/policy/decision';
import { definePolicy, ownProvenance } from '@/lib/engine/policy/policy';
import { summarySettings } from '@/lib/engine/policy/summary';
import { numberSetting, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';

const ifShare = { bufferRule: ['share'] };
const ifTokens = { bufferRule: ['tokens'] };

const settings = z.strictObject({
  window: windowSetting(),
  bufferRule: z.enum(['contextguard', 'share', 'tokens']).default('contextguard').meta({
    label: 'Buffer',
    description:
      'contextguard: 20,000 tokens from a window of 200,000 on, else 20 % · share: of the window · tokens: fixed',
  }),
  bufferShare: numberSetting(0.1, [0, 1], {
    shownWith: ifShare,
    label: 'Buffer share',
    unit: '×',
    description: 'Where the buffer is a share',
  }),
  bufferTokens: wholeSetting(20_000, [0, 100_000_000], {
    shownWith: ifTokens,
    label: 'Buffer tokens',
    unit: 'tokens',
    description: 'Where the buffer is fixed',
  }),
  attempts: wholeSetting(3, [0, 20], {
    label: 'Compaction attempts',
    description: 'Passes of one compaction; 0: never compacts',
  }),
  quoteRequest: z.boolean().default(true).meta({
    label: 'Continuation quotes the request',
    description: 'The instruction after a summary repeats what the user asked for',
  }),
  resetCalibration: z.boolean().default(true).meta({
    label: 'Reset after compaction',
    description: 'The anchor is void until the next usage',
  }),
  ...densitySettings,
  ...imageSettings('flat'),
  ...summarySettings.shape,
});

/** Settings of the anchor + delta policy. */
type AnchorDeltaSettings = z.infer<typeof settings>;

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

class AnchorDeltaRun extends FullSummaryRun<AnchorDeltaSettings> {
  own(_step: number, h: number): number {
    return h;
  }

  protected override decidingRule(given: AnchorDeltaSettings): EstimateSettings {
    return anchored(given);
  }

  protected rules(): FullSummaryRules {
    const { window, attempts, quoteRequest, summary, resetCalibration } = this.settings;
    return {
      window,
      buffer: window - this.threshold,
      threshold: this.threshold,
      attempts,
      truncate: true,
      onFailure: 'fallback',
      // Check with the estimate that triggers; another one could loop.
      measure: (step, heuristic) => this.compactedValue(step, heuristic),
      continuation: quoteRequest ? 'quoting' : 'plain',
      mechanical: summary === 'fallback',
      keepsUsage: !resetCalibration,
    };
  }
}

/** Last real + density × growth of the heuristic. */
export const anchorDelta = definePolicy({
  id: 'anchor-delta',
  label: 'Anchor + delta',
  provenance: ownProvenance('anchor-delta'),
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = window − buffer',
    threshold: (given) => given.window - anchorDeltaBuffer(given),
    idle: idleWithoutAttempts,
    path: () => ['window'],
    value: [lineForm],
  },
  traits: { summariserCache: 'unshared' },
  summariser: guardPrompt((given: AnchorDeltaSettings) => ({
    window: given.window,
    buffer: anchorDeltaBuffer(given),
    wrapper: 'hyphen',
    continuation: given.quoteRequest ? 'quoting' : 'plain',
    truncate: true,
  })),
  adds: 'continuation',
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
    const estimator = variantEstimator(profile, prefixTokens, { ...wholeVariant, inline });
    return { estimator, wrapperBytes: SUMMARY_WRAPPER };
  },
  begin: (chosen, input) => new AnchorDeltaRun(chosen, input),
});
