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

const settings = z.strictObject({
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
  watermark: z.enum(['all', 'split']).default('all').meta({
    label: 'The summary covers',
    description:
      'all: the watermark is put behind all entries, so that the next request lacks the tail, as the reference does · split: behind what was summarised, so that the tail stays',
  }),
  attempts: attemptsSetting,
  quoteRequest: quoteSetting,
  ...summarySettings.shape,
});
export type SlidingSettings = z.infer<typeof settings>;

/** ContextGuard sliding window, as coded; the preset `corrected` keeps its tail. */
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
  fires: '>=',
  splitsPairs: true,
  settings,
  presets: [
    {
      id: 'reference',
      label: 'Reference defaults: loses its tail',
      settings: { maxTurns: 20, keepPercent: 30, watermark: 'all', attempts: 3 },
    },
    {
      id: 'corrected',
      label: 'Corrected: the tail stays',
      settings: { watermark: 'split' },
      provenance: {
        version: 'v1.1.0 with the watermark at the split',
        fidelity: 'ours',
        note: 'The entries kept verbatim stay in the requests after the compaction and count towards the next one.',
      },
    },
  ],
  begin: (chosen, input) => new SlidingRun(chosen, input),
});
