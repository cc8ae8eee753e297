import { SUMMARY_WRAPPER } from '@/lib/policies/mechanisms/summary-text';
import type { ScriptedSummary, Summariser, SummarySettings } from '@/lib/policies/summary';

/** Output cap of the reference's summariser, as a share of the buffer. */
const CAP_SHARE = 0.5;

/** What a summary model sizes by. */
export interface SummariserInput {
  readonly settings: SummarySettings;
  /** Real tokens per heuristic token, to turn a size given in tokens into bytes. */
  readonly density: number;
  /** Bytes of the trace's own summaries, in order. */
  readonly recorded: readonly number[];
  /** A simulation's script: call k gets entry k, the last one repeats. */
  readonly script?: readonly ScriptedSummary[] | undefined;
}

/** The named summary models behind one interface; stateful over one replay. */
export function createSummariser(input: SummariserInput): Summariser {
  const { settings, density, recorded, script } = input;
  const result = { bytes: 0, tokens: -1, failed: false };
  let calls = 0;

  /** `tokens` real tokens of summary text, as bytes of the heuristic's kind. */
  function inTokens(tokens: number): void {
    result.tokens = tokens;
    result.bytes = Math.round((tokens / density) * 4);
  }

  function scripted(entry: ScriptedSummary | undefined): void {
    result.failed = entry === undefined || !('bytes' in entry);
    result.bytes = entry !== undefined && 'bytes' in entry ? entry.bytes : 0;
  }

  function modelled(headTokens: number, buffer: number): void {
    const cap = Math.max(0, Math.trunc(buffer * CAP_SHARE));
    switch (settings.summary) {
      case 'cap':
        return inTokens(cap);
      case 'bytes':
        result.bytes = settings.summaryBytes;
        return;
      case 'share':
        result.bytes = Math.trunc(headTokens * 4 * settings.summaryShare);
        return;
      case 'recorded': {
        const bytes = recorded[Math.min(calls, recorded.length - 1)];
        if (bytes === undefined) return inTokens(cap);
        result.bytes = Math.max(0, bytes - SUMMARY_WRAPPER);
        return;
      }
      case 'fallback':
        result.failed = true;
        result.bytes = 0;
    }
  }

  return Object.assign(result, {
    call(headTokens: number, buffer: number): void {
      result.tokens = -1;
      result.failed = false;
      if (script && script.length > 0) scripted(script[Math.min(calls, script.length - 1)]);
      else modelled(headTokens, buffer);
      calls++;
    },
  });
}
