import { intAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import { densityOf } from '@/lib/engine/replay/projection/density';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { runGrowths, sessionGrowth } from '../growth/session-growth';

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
  const { slope } = sessionGrowth(session);
  const steepest = Number.isNaN(slope) ? value : Math.max(value, slope);
  return {
    step,
    first: Math.max(0, Math.round(rest - value * text)),
    least: Math.max(0, Math.floor(rest - steepest * text)),
  };
}

/** The prefix at a step: the first one, and what joined it since. */
export const prefixAt = (session: Replayable, step: number): number =>
  runGrowths(session).reduce(
    (sum, one) => sum + (one.joined && one.step <= step ? one.unexplained : 0),
    prefixSize(session).first,
  );
