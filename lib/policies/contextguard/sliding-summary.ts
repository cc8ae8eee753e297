import { contextGuardBuffer } from '../mechanisms/buffer';
import { guardPrompt } from '../mechanisms/summary-prompt';
import type { Policy } from '../contract/policy';
import type { SlidingSettings } from './settings';

/** Summariser and state of both sliding windows; a compaction leaves the provider's count. */
export const slidingSummary: Pick<Policy<SlidingSettings>, 'summariser' | 'guardState'> = {
  summariser: guardPrompt(({ window, quoteRequest }) => ({
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
};
