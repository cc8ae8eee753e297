/**
 * ContextGuard's sliding window without the loss: the watermark is put behind what was summarised,
 * not behind all entries, so that the entries kept verbatim stay in the requests after the
 * compaction and count towards the next one. In a chain of calls longer than the turns the tail
 * cannot be cut without parting a pair: where nothing new is before it, no compaction is made,
 * else every step of the chain would repeat the last one.
 */
import { slidingSettings } from './contextguard-sliding-window';
import { definePolicy } from './policy';
import { SlidingRun } from './sliding-run';

/** ContextGuard sliding window that keeps its tail. */
export const contextGuardSlidingWindowCorrected = definePolicy({
  id: 'contextguard-sliding-window-corrected',
  label: 'ContextGuard sliding window, corrected',
  provenance: {
    repository: 'github.com/achetronic/adk-utils-go',
    path: 'plugin/contextguard/compaction_strategy_sliding_window.go',
    version: 'v1.1.0 (113391a), watermark at the split',
    fidelity: 'ours',
  },
  decides: true,
  fires: '>=',
  splitsPairs: true,
  settings: slidingSettings,
  presets: [],
  begin: (chosen, input) => new SlidingRun(chosen, input, 'split'),
});
