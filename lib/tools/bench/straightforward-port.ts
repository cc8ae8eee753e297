import { countPart } from '@/lib/engine/tokens/contextguard';
import type { Entry, Session } from '@/lib/engine/session/schema';

/** The port's result; enough to verify that it did the same work. */
interface PortResult {
  readonly compactions: number;
  readonly lastHeuristic: number;
}

/** Conditions of a run. */
interface PortConditions {
  readonly window: number;
  readonly systemTokens: number;
  readonly ratio: number;
  readonly summaryBytes: number;
}

const SUMMARY_HEAD = '[Previous conversation summary]\n';
const CONTINUATION = 'x'.repeat(187);
const WRAPPER = 80;

const textEntry = (text: string): Entry => ({ role: 'user', parts: [{ kind: 'text', text }] });

/** Estimates every entry anew, part by part, as the reference does at each step. */
function estimate(contents: readonly Entry[], systemTokens: number): number {
  let tokens = systemTokens;
  for (const { parts } of contents) for (const part of parts) tokens += countPart(part);
  return tokens;
}

/**
 * ContextGuard's threshold strategy, ported directly from the reference: builds a list of contents at
 * every step and counts their strings. Baseline of the replay's speed; not used by the product.
 */
export function straightforwardPort(session: Session, conditions: PortConditions): PortResult {
  const { window, systemTokens, ratio, summaryBytes } = conditions;
  const threshold = window >= 200_000 ? window - 20_000 : window - Math.trunc(window * 0.2);
  const summary = textEntry(
    SUMMARY_HEAD + 'x'.repeat(summaryBytes + WRAPPER - SUMMARY_HEAD.length),
  );
  let watermark = 0;
  let real = 0;
  let last = 0;
  let compactions = 0;
  for (const step of session.steps) {
    const all = session.entries.slice(0, step.entries).map((entry) => ({ ...entry }));
    let contents = watermark > 0 ? [summary, ...all.slice(watermark)] : all;
    const heuristic = estimate(contents, systemTokens);
    const correction = real > 0 && last > 0 ? Math.min(5, Math.max(1, real / last)) : 2.5;
    const value = Math.max(real, Math.trunc(heuristic * correction));
    if (value >= threshold) {
      contents = [summary, textEntry(CONTINUATION)];
      watermark = step.entries;
      compactions++;
    }
    last = estimate(contents, systemTokens);
    real = Math.trunc(last * ratio);
  }
  return { compactions, lastHeuristic: last };
}
