/**
 * ContextGuard's sliding window without its two faults. The watermark is put behind what was
 * summarised, not behind all entries, so that the entries kept verbatim stay in the requests after
 * the compaction and count towards the next one. And the cut goes to the nearest seam before it
 * that parts no call from its response, where the reference goes back to the last text, or parts a
 * pair where there is none. Where nothing new is before the tail, no compaction is made.
 */
import { slidingSettings } from './settings';
import { slidingDecision } from './decision';
import { slidingSummary } from './sliding-summary';
import { definePolicy } from '../contract/policy';
import { SlidingRun } from './sliding-run';
import { guardProvenance } from './versions';

/** ContextGuard sliding window that keeps its tail. */
export const contextGuardSlidingWindowCorrected = definePolicy({
  id: 'contextguard-sliding-window-corrected',
  label: 'ContextGuard sliding window, corrected',
  provenance: guardProvenance(
    'compaction_strategy_sliding_window',
    'v1.1.0 (113391a), watermark at the split',
    'ours',
  ),
  decision: slidingDecision,
  traits: { summariserCache: 'unshared' },
  ...slidingSummary,
  adds: 'continuation',
  settings: slidingSettings,
  presets: [],
  begin: (chosen, input) => new SlidingRun(chosen, input, 'split'),
});
