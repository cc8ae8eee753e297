import { intAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { shareOut } from '@/lib/engine/replay/projection/share-out';

/** An entry's heuristic by the way in which its real tokens are known. */
interface EntryWeight {
  /** Sized by density. */
  readonly text: number;
  /** Real tokens of images that their model charges by a known rule. */
  readonly charged: number;
  /** Inline data whose cost is not known. */
  readonly unknown: number;
}

/** Weighs an entry with its thoughts, as it enters a request. */
function weigh({ profile, projection }: Replayable, entry: number): EntryWeight {
  const { charges } = projection;
  const { sum, thoughtSum, entries } = profile;
  const whole = sumBetween(sum, entry, entry + 1);
  const text = sumBetween(charges.text, entry, entry + 1);
  const pieces = sumBetween(charges.unknown, entry, entry + 1);
  // What is left of the inline data without the images that are charged.
  const unknown = pieces === 0 ? 0 : intAt(entries.kinds.inline, entry) - (whole - text);
  return {
    text: text - unknown + sumBetween(thoughtSum, entry, entry + 1),
    charged: Math.round(numberAt(charges.tokens, entry + 1) - numberAt(charges.tokens, entry)),
    unknown,
  };
}

/**
 * Real tokens of the entries [from, to), in log order: texts at `density`, images at what they are charged,
 * inline data of unknown cost by what is left of `growth`. Whole tokens; the texts' sum is rounded once and shared by
 * largest remainders.
 */
export function sizeEntries(
  session: Replayable,
  { from, to, density, growth }: SizedRange,
): readonly number[] {
  const weights: EntryWeight[] = [];
  for (let entry = from; entry < to; entry++) weights.push(weigh(session, entry));
  const texts = weights.map(({ text }) => text);
  const counted = texts.reduce((sum, text) => sum + text, 0);
  const shares = shareOut(Math.round(density * counted), texts);
  const known = weights.map(({ charged }, i) => charged + (shares[i] ?? 0));
  const left = growth - known.reduce((sum, tokens) => sum + tokens, 0);
  const unknown = weights.map((weight) => weight.unknown);
  const costs = unknown.some((weight) => weight > 0) ? shareOut(Math.max(0, left), unknown) : [];
  return known.map((tokens, i) => tokens + (costs[i] ?? 0));
}

/** The sum of {@link sizeEntries}, without its lists: every step of a session is asked for its own. */
export function sizeOfEntries(session: Replayable, range: SizedRange): number {
  const { from, to, density, growth } = range;
  const { charges } = session.projection;
  const { thoughtSum } = session.profile;
  let charged = 0;
  let unknown = 0;
  const hasUnknown = sumBetween(charges.unknown, from, to) > 0;
  if (hasUnknown || numberAt(charges.tokens, to) !== numberAt(charges.tokens, from)) {
    for (let entry = from; entry < to; entry++) {
      const weight = weigh(session, entry);
      charged += weight.charged;
      unknown += weight.unknown;
    }
  }
  const text = sumBetween(charges.text, from, to) - unknown + sumBetween(thoughtSum, from, to);
  const known = charged + Math.round(density * text);
  return unknown > 0 ? Math.max(known, growth) : known;
}

interface SizedRange {
  readonly from: number;
  readonly to: number;
  /** Real tokens per heuristic token of text. */
  readonly density: number;
  /** Tokens that the request grew by, thoughts that left it added. */
  readonly growth: number;
}
