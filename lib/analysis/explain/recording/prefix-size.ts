import { intAt, numberAt, sumBetween } from '@/lib/base/read';
import { densityOf } from '@/lib/replay/projection/density';
import type { Replayable } from '@/lib/replay/prepare';
import { growthOf } from './step-growth';

/** Sizes of the prefix of a session's requests, in real tokens. */
export interface PrefixSize {
  /** First step with usage; −1 without any. */
  readonly step: number;
  /** What its request holds beside its entries, these at the learnt density. */
  readonly first: number;
  /** The same with the entries at the steepest growth that the session shows: no less than this. */
  readonly least: number;
}

/** The prefix of the first request with usage. */
export function prefixSize(session: Replayable): PrefixSize {
  const { profile, projection } = session;
  const pair = projection.runs.pairs[0];
  const step = pair?.to ?? -1;
  const { prefix, prefixSource } = projection;
  if (pair === undefined || pair.crosses || prefixSource !== 'recorded') {
    return { step, first: Math.round(prefix), least: Math.floor(prefix) };
  }
  const { charges, runs, densities } = projection;
  const to = intAt(profile.steps.entries, step);
  const text = sumBetween(charges.text, 0, to) + intAt(runs.thoughts, step);
  const rest = intAt(profile.steps.real, step) - numberAt(charges.tokens, to);
  const { value } = densityOf(profile, densities, step);
  const steepest = Math.max(value, wholeSlope(session));
  return {
    step,
    first: Math.max(0, Math.round(rest - value * text)),
    least: Math.max(0, Math.floor(rest - steepest * text)),
  };
}

/** Real growth of the whole session per heuristic growth, hidden items included. */
function wholeSlope(session: Replayable): number {
  const { text } = session.projection.charges;
  let real = 0;
  let heuristic = 0;
  for (const { grown, from, to } of growthOf(session)) {
    const added = sumBetween(text, from, to);
    if (grown < 0 || added === 0) continue;
    real += grown;
    heuristic += added;
  }
  return heuristic === 0 ? 0 : real / heuristic;
}

/** The prefix at a step: the first one, and what joined it since. */
export const prefixAt = (session: Replayable, step: number): number =>
  growthOf(session).reduce(
    (sum, one) => sum + (one.joined && one.step <= step ? one.hidden : 0),
    prefixSize(session).first,
  );
