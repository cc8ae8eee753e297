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
import * as z from 'zod';
import { attemptsSetting, quoteSetting, windowSetting } from './contextguard-settings';
import { definePolicy } from './policy';
import { SlidingRun } from './sliding-run';
import { summarySettings } from './summary';

/** Settings of both variants; defaults are the reference's. */
export const slidingSettings = z.strictObject({
  window: windowSetting,
  maxTurns: z.int().min(0).max(1_000_000).default(20).meta({
    label: 'Turns',
    unit: 'entries',
    description:
      'It fires above so many entries since the last compaction; 0: 20, as the reference',
  }),
  keepPercent: z.int().min(0).max(100).default(30).meta({
    label: 'Tail kept',
    unit: '%',
    description: 'Of the turns; never fewer than 3 entries',
  }),
  attempts: attemptsSetting,
  quoteRequest: quoteSetting,
  ...summarySettings.shape,
});
export type SlidingSettings = z.infer<typeof slidingSettings>;

/** ContextGuard sliding window, as coded: it loses the tail it keeps. */
export const contextGuardSlidingWindow = definePolicy({
  id: 'contextguard-sliding-window',
  label: 'ContextGuard sliding window',
  provenance: {
    repository: 'github.com/achetronic/adk-utils-go',
    path: 'plugin/contextguard/compaction_strategy_sliding_window.go',
    version: 'v1.1.0 (113391a)',
    fidelity: 'exact',
  },
  decides: true,
  fires: '>',
  decision: { unit: 'entries', ownCount: true, adds: 'continuation' },
  splitsPairs: true,
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
