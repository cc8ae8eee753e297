/**
 * ContextGuard's threshold strategy.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_strategy_threshold.go, commit 113391a.
 *
 * Before each call: replace what the stored summary covers; calibrate the heuristic with the last
 * real count; at or above window − buffer summarise everything (oldest entries are cut to 80 % of
 * the window for the summariser, a failed call leaves the mechanical summary), send summary and
 * continuation only, forget the calibration, and repeat while the raw heuristic is still at or
 * above the threshold. After each call: store the provider's count.
 */
import * as z from 'zod';
import { entryFlag } from '@/lib/tokens/entry-table';
import { contextGuardBuffer } from './mechanisms/buffer';
import { correctionOf } from './mechanisms/token-count';
import {
  continuationBytes,
  continuationInFallback,
  fallbackBytes,
  summaryEntryTokens,
  summaryInFallback,
} from './mechanisms/summary-text';
import { definePolicy, type PolicyInput, type PolicyRun } from './policy';
import { summarySettings } from './summary';

/** Share of the window the summariser's input may take. */
const SUMMARIZER_SHARE = 0.8;

const settings = z.strictObject({
  window: z.int().min(0).max(100_000_000).default(200_000).meta({
    label: 'Context window',
    unit: 'tokens',
  }),
  cap: z.number().min(0).max(1_000).default(5).meta({ label: 'Correction cap', unit: '×' }),
  factor: z.number().min(0).max(1_000).default(2.5).meta({ label: 'Default factor', unit: '×' }),
  floor: z.number().min(0).max(1_000).default(1).meta({ label: 'Correction floor', unit: '×' }),
  attempts: z.int().min(0).max(20).default(3).meta({ label: 'Compaction attempts' }),
  quoteRequest: z.boolean().default(true).meta({ label: 'Continuation quotes the request' }),
  resetCalibration: z.boolean().default(true).meta({ label: 'Reset after compaction' }),
  ...summarySettings.shape,
});

/** Settings of the ContextGuard threshold policy; defaults are the reference's. */
export type ContextGuardSettings = z.infer<typeof settings>;

function start(chosen: ContextGuardSettings, input: PolicyInput): PolicyRun {
  const { profile, columns: out, prefixTokens, summariser } = input;
  const { sum, thoughtSum, fallbackSum } = profile;
  const { entries, turnStart, requestBytes } = profile.steps;
  const { window, cap, floor, factor: defaultFactor, attempts: most } = chosen;
  const calibration = { floor, cap, defaultFactor };
  const buffer = contextGuardBuffer(window);
  const threshold = window - buffer;
  const budget = Math.trunc(window * SUMMARIZER_SHARE);
  // A first user text that looks like a summary turns injection off for the whole session.
  const spoofed = ((profile.entries.flags[0] ?? 0) & entryFlag.summaryHeader) !== 0;

  let real = 0;
  let lastHeuristic = 0;
  let watermark = 0;
  let summaryBytes = 0;
  let summaryTokens = -1;

  /** Heuristic of the entries from `from` to the request's last, thoughts of the turn included. */
  function entriesTokens(i: number, from: number): number {
    const n = entries[i] as number;
    const turn = turnStart[i] as number;
    return (
      (sum[n] as number) -
      (sum[from] as number) +
      (thoughtSum[n] as number) -
      (thoughtSum[from > turn ? from : turn] as number)
    );
  }

  /** First entry left after the oldest are dropped to `budget`; never fewer than two contents. */
  function truncate(i: number, from: number): number {
    const last = (entries[i] as number) - 2;
    let low = from;
    let high = last > from ? last : from;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entriesTokens(i, middle) <= budget) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function compact(i: number, injected: boolean, covered: number): void {
    const n = entries[i] as number;
    const continuation = continuationBytes(chosen.quoteRequest ? (requestBytes[i] as number) : 0);
    const head = injected ? summaryEntryTokens(summaryBytes) : 0;
    const whole = head + entriesTokens(i, covered);
    // Over budget the injected summary is the oldest content, so it is the first to go.
    const cut = whole > budget && n - covered + (injected ? 1 : 0) > 2;
    const from = cut ? truncate(i, covered) : covered;
    const keepsSummary = injected && !cut;
    out.summarizerContents[i] = n - from + (keepsSummary ? 1 : 0);
    let texts =
      (fallbackSum[n] as number) -
      (fallbackSum[from] as number) +
      (keepsSummary ? summaryInFallback(summaryBytes) : 0);
    let headTokens = cut ? entriesTokens(i, from) : whole;
    let sent = 0;
    let passes = 0;
    while (passes < most) {
      passes++;
      summariser.call(headTokens, buffer);
      summaryTokens = summariser.failed ? -1 : summariser.tokens;
      summaryBytes = summariser.failed ? fallbackBytes(summaryBytes, texts) : summariser.bytes;
      const entry = summaryEntryTokens(summaryBytes);
      headTokens = entry + (continuation >> 2);
      sent = prefixTokens + headTokens;
      if (sent < threshold) break;
      texts = summaryInFallback(summaryBytes) + continuationInFallback(continuation);
    }
    if (chosen.resetCalibration) real = 0;
    watermark = n;
    out.compacted[i] = 1;
    out.attempts[i] = passes;
    out.injected[i] = 1;
    out.covered[i] = n;
    out.contentsSent[i] = 2;
    out.addedTokens[i] = continuation >> 2;
    out.heuristicSent[i] = sent;
  }

  function before(i: number): void {
    const n = entries[i] as number;
    const raw = prefixTokens + entriesTokens(i, 0);
    const injected = summaryBytes > 0 && !spoofed;
    const covered = injected && watermark <= n ? watermark : 0;
    const heuristic = injected
      ? prefixTokens + summaryEntryTokens(summaryBytes) + entriesTokens(i, covered)
      : raw;
    const correction = correctionOf(real, lastHeuristic, calibration);
    const calibrated = Math.trunc(heuristic * correction);
    const decision = real > calibrated ? real : calibrated;
    out.heuristicRaw[i] = raw;
    out.heuristic[i] = heuristic;
    out.lastReal[i] = real;
    out.lastHeuristic[i] = lastHeuristic;
    out.correction[i] = correction;
    out.calibrated[i] = calibrated;
    out.decision[i] = decision;
    out.window[i] = window;
    out.buffer[i] = buffer;
    out.threshold[i] = threshold;
    out.watermarkBefore[i] = watermark;
    if (decision >= threshold && most > 0) compact(i, injected, covered);
    else {
      out.compacted[i] = 0;
      out.attempts[i] = 0;
      out.summarizerContents[i] = 0;
      out.injected[i] = injected ? 1 : 0;
      out.covered[i] = covered;
      out.contentsSent[i] = injected ? n - covered + 1 : n;
      out.addedTokens[i] = 0;
      out.heuristicSent[i] = heuristic;
    }
    out.watermarkAfter[i] = watermark;
    out.summaryBytes[i] = summaryBytes;
    out.summaryTokens[i] = summaryTokens;
    lastHeuristic = out.heuristicSent[i] as number;
  }

  function after(i: number, reported: number): void {
    if (reported > 0) real = reported;
    out.realAfter[i] = real;
    out.lastHeuristicAfter[i] = lastHeuristic;
  }

  return { before, after };
}

/** ContextGuard threshold, latest reference version. */
export const contextGuardThreshold = definePolicy({
  id: 'contextguard-threshold',
  label: 'ContextGuard threshold',
  provenance: {
    repository: 'github.com/achetronic/adk-utils-go',
    path: 'plugin/contextguard/compaction_strategy_threshold.go',
    version: 'v1.1.0 (113391a)',
    fidelity: 'exact',
  },
  decides: true,
  settings,
  presets: [
    { id: 'reference', label: 'Reference defaults', settings: { cap: 5, factor: 2.5, floor: 1 } },
    {
      id: 'conservative',
      label: 'Conservative: no usage reported',
      settings: { cap: 10, factor: 4 },
    },
    { id: 'workaround', label: 'WithMaxTokens(180000)', settings: { window: 180_000 } },
  ],
  start,
});
