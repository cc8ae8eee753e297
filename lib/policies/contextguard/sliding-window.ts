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
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { guardPrompt } from '@/lib/engine/mechanisms/summary-prompt';
import { slidingSettings, type SlidingSettings } from './settings';
import { slidingDecision } from './decision';
import { definePolicy } from '@/lib/engine/policy/policy';
import { SlidingRun } from './sliding-run';
import { guardProvenance } from './versions';

const FILE = 'compaction_strategy_sliding_window';

/** What both sliding windows declare; a compaction leaves the provider's count. */
const sliding = {
  decision: slidingDecision,
  summariser: guardPrompt(({ window, quoteRequest }: SlidingSettings) => ({
    window,
    buffer: contextGuardBuffer(window),
    wrapper: 'hyphen',
    continuation: quoteRequest ? 'quoting' : 'plain',
    truncate: false,
  })),
  guardState: {
    keys: ['summary', 'watermark', 'summarizedAt', 'realTokens', 'lastHeuristic'],
    resets: () => false,
  },
  adds: 'continuation',
  settings: slidingSettings,
} as const;

/** ContextGuard sliding window, as coded: it loses the tail it keeps. */
export const contextGuardSlidingWindow = definePolicy({
  id: 'contextguard-sliding-window',
  label: 'ContextGuard sliding window',
  provenance: guardProvenance(FILE, 'v1.1.0 (113391a)', { golden: { sessions: 15, steps: 543 } }),
  traits: { splitsPairs: true, summariserCache: 'unshared' },
  ...sliding,
  presets: [
    {
      id: 'reference',
      label: 'Reference defaults',
      settings: { maxTurns: 20, keepPercent: 30, attempts: 3 },
    },
  ],
  begin: (chosen, input) => new SlidingRun(chosen, input, 'all'),
});

/**
 * ContextGuard's sliding window without its two faults. The watermark is put behind what was
 * summarised, not behind all entries, so that the entries kept verbatim stay in the requests after
 * the compaction and count towards the next one. And the cut goes to the nearest seam before it
 * that parts no call from its response, where the reference goes back to the last text, or parts a
 * pair where there is none. Where nothing new is before the tail, no compaction is made.
 */
export const contextGuardSlidingWindowCorrected = definePolicy({
  id: 'contextguard-sliding-window-corrected',
  label: 'ContextGuard sliding window, corrected',
  provenance: guardProvenance(FILE, 'v1.1.0 (113391a), watermark at the split', {
    basis: 'ours',
  }),
  traits: { summariserCache: 'unshared' },
  ...sliding,
  presets: [],
  begin: (chosen, input) => new SlidingRun(chosen, input, 'split'),
});
