/** How sure a decision is whose value rests on projected tokens. */
import { counted, formatPercent } from '@/lib/engine/base/format';
import { bandAt } from '@/lib/engine/replay/projection/band';
import type { Replay } from '@/lib/engine/replay/replay';

/** Standard deviations from the median of a normal distribution to its p10 or p90. */
const TO_P90 = 1.2816;

/** A value that rests on a projected request, and what it is compared with. */
export interface Compared {
  /** Step whose projected request the value rests on. */
  readonly from: number;
  readonly value: number;
  readonly threshold: number;
}

/** Probability that the value of a median and its p10 and p90 reaches a threshold: a half normal on each side. */
export function chanceToReach(
  { low, value, high }: { readonly low: number; readonly value: number; readonly high: number },
  threshold: number,
): number {
  const deviation = (threshold > value ? high - value : value - low) / TO_P90;
  if (deviation <= 0) return Number(value >= threshold);
  return 1 - normalShare((threshold - value) / deviation);
}

/** Share of a normal distribution below z (Zelen and Severo 1964, error below 8e-8). */
function normalShare(z: number): number {
  if (z < 0) return 1 - normalShare(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const [a, b, c, d, e] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = t * (a + t * (b + t * (c + t * (d + t * e))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

/**
 * p10 and p90 of a value that rests on the request of a step, and moves as that request does; null where nothing
 * of it is projected.
 */
export function valueBand(
  replay: Replay,
  { from, value }: Pick<Compared, 'from' | 'value'>,
): { readonly low: number; readonly high: number } | null {
  const { low, high } = bandAt(replay, from);
  const real = replay.columns.real[from] ?? 0;
  if (!(real > 0) || low === high) return null;
  const share = value / real;
  return { low: value - (real - low) * share, high: value + (high - real) * share };
}

/**
 * Probability that the policy compacts at a step where the margin lies inside the band of the request that its
 * value rests on; null where it lies outside, or nothing is projected.
 */
export function chanceToCompact(
  replay: Replay,
  { from, value, threshold }: Compared,
): number | null {
  const band = valueBand(replay, { from, value });
  if (band === null || threshold <= band.low || threshold > band.high) return null;
  return chanceToReach({ ...band, value }, threshold);
}

/** "may compact: 37 %"; empty where the decision is sure. */
export const chanceWords = (chance: number | null): string =>
  chance === null ? '' : mayCompact(formatPercent(chance));

const mayCompact = (chances: string): string => `may compact: ${chances}`;

/** Steps of some sessions whose decision is not sure. */
export interface MayCompact {
  readonly sessions: number;
  readonly steps: number;
  /** The least and the greatest probability that one of them compacts. */
  readonly least: number;
  readonly most: number;
}

/** Adds up the probabilities of such steps, a list a session; null for none. */
export function mayCompactOf(sessions: readonly (readonly number[])[]): MayCompact | null {
  const unsure = sessions.filter(({ length }) => length > 0);
  const chances = unsure.flat();
  if (chances.length === 0) return null;
  const [least, most] = [Math.min(...chances), Math.max(...chances)];
  return { sessions: unsure.length, steps: chances.length, least, most };
}

/** "5 steps of 2 sessions may compact: 12 % to 46 %"; empty for none. */
export function mayCompactWords(found: MayCompact | null): string {
  if (found === null) return '';
  const { sessions, steps } = found;
  const of = `${counted(steps, 'step')} of ${counted(sessions, 'session')}`;
  return `${of} ${mayCompact(chancesText(found))}`;
}

/** "12 % to 46 %": the least and the greatest probability. */
export function chancesText({ least, most }: Pick<MayCompact, 'least' | 'most'>): string {
  const [from, to] = [least, most].map(formatPercent);
  return from === to ? `${from}` : `${from} to ${to}`;
}
