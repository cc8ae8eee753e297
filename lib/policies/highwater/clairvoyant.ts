/**
 * Clairvoyant: knows the real size of every request before it is sent, so it compacts at the last
 * step at which that still prevents an overflow: the first whose request would be larger than the
 * window, which stands for the limit. It summarises everything and adds no text of its own: the
 * floor of what a summarising policy wastes.
 *
 * Guaranteed where real tokens follow from what a request holds (generated sessions) and the size of
 * a summary does not depend on what it summarises (models `bytes` and `cap`):
 * - It overflows only at steps where prefix + summary alone are larger than the window. A policy
 *   with the same summary, no smaller request besides and every entry in summary or request
 *   overflows there as well, or has not compacted yet and will.
 * - No such policy without an overflow has fewer compactions up to any step. By induction: if the
 *   k-th compaction of the other comes no later than the k-th of this one, it covers no more
 *   entries, so its requests after it are no smaller and it needs the next one no later.
 */
import * as z from 'zod';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { guardPrompt } from '@/lib/engine/mechanisms/summary-prompt';
import { FullSummaryRun, type FullSummaryRules } from '@/lib/engine/mechanisms/full-summary';
import { ownRealForm } from '@/lib/engine/policy/decision';
import { definePolicy, ownProvenance } from '@/lib/engine/policy/policy';
import { summarySettings } from '@/lib/engine/policy/summary';
import { windowSetting } from '@/lib/engine/policy/settings';

const settings = z.strictObject({
  window: windowSetting({ description: 'The most a request may have: the limit' }),
  ...summarySettings.shape,
});

/** Settings of the clairvoyant policy. */
type ClairvoyantSettings = z.infer<typeof settings>;

class ClairvoyantRun extends FullSummaryRun<ClairvoyantSettings> {
  own(step: number): number {
    return this.input.requests.realAt(step, 0);
  }

  protected rules(): FullSummaryRules {
    const { window, summary } = this.settings;
    return {
      window,
      // ContextGuard's cap on a summary, so that both are compared with summaries of one size.
      buffer: contextGuardBuffer(window),
      threshold: Infinity,
      attempts: 1,
      truncate: false,
      onFailure: 'fallback',
      measure: null,
      continuation: 'none',
      mechanical: summary === 'fallback',
      keepsUsage: false,
    };
  }

  /** It knows every size beforehand, so it keeps no count of an earlier request. */
  override advance(end: number): void {
    const from = this.loop.step;
    super.advance(end);
    const { lastReal, lastHeuristic, realAfter, real } = this.input.columns;
    const { reported } = this.input.requests;
    lastReal.fill(0, from, end);
    lastHeuristic.fill(0, from, end);
    for (let i = from; i < end; i++) realAfter[i] = reported[i] === 1 ? (real[i] as number) : 0;
  }
}

/** Compacts at the last safe step, knowing every real size. */
export const clairvoyant = definePolicy({
  id: 'clairvoyant',
  label: 'Clairvoyant',
  provenance: ownProvenance('clairvoyant'),
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = window',
    threshold: ({ window }) => window,
    thresholdFormula: () => 'the window itself',
    windowFor: (threshold) => threshold,
    path: () => ['window'],
    value: [ownRealForm('known in advance')],
  },
  traits: { summariserCache: 'unshared' },
  summariser: guardPrompt(({ window }: ClairvoyantSettings) => ({
    window,
    buffer: contextGuardBuffer(window),
    wrapper: 'hyphen',
    continuation: 'none',
    truncate: false,
  })),
  settings,
  presets: [],
  begin: (chosen, input) => new ClairvoyantRun(chosen, input),
});
