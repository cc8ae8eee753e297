/**
 * ContextGuard's sliding window.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_strategy_sliding_window.go, commit 113391a.
 *
 * Before each call: while no more than `maxTurns` contents came after the watermark, the stored
 * summary replaces what the watermark covers. Above it, everything of the whole log but the last
 * 30 % of `maxTurns` contents (3 at least, calls kept with their responses) is summarised, and the
 * request is summary, tail and continuation; while that is at or above window − buffer, again with
 * half the tail. The watermark then says that all entries are covered, so the next request has the
 * tail neither in the summary nor verbatim. A failed summariser call sends the whole log instead.
 */
import { slidingSettings } from './settings';
import { slidingDecision } from './decision';
import { slidingSummary } from './sliding-summary';
import { definePolicy } from '../contract/policy';
import { SlidingRun } from './sliding-run';
import { guardProvenance } from './versions';

/** ContextGuard sliding window, as coded: it loses the tail it keeps. */
export const contextGuardSlidingWindow = definePolicy({
  id: 'contextguard-sliding-window',
  label: 'ContextGuard sliding window',
  provenance: guardProvenance('compaction_strategy_sliding_window', 'v1.1.0 (113391a)'),
  decision: slidingDecision,
  traits: { splitsPairs: true, summariserCache: 'unshared' },
  ...slidingSummary,
  adds: 'continuation',
  settings: slidingSettings,
  presets: [
    {
      id: 'reference',
      label: 'Reference defaults',
      settings: { maxTurns: 20, keepPercent: 30, attempts: 3 },
    },
  ],
  begin: (chosen, input) => new SlidingRun(chosen, input, 'all'),
});
