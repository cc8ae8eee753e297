import type { Remedy, RemedyEffect } from './remedy';

/** Most remedies that are offered of one step. */
const MOST = 3;

/** A remedy, and its effect once it is replayed. */
export interface KnownRemedy {
  readonly remedy: Remedy;
  /** Null while it is replayed. */
  readonly effect: RemedyEffect | null;
}

/**
 * The remedies that are offered of those that turn a step: first what leaves the fewest loops, overflows and
 * compactions; of equals numbers before switches, which change more, then in their own order. Until all are
 * replayed, in their own order.
 */
export function offered(all: readonly KnownRemedy[]): readonly KnownRemedy[] {
  const isKnown = all.every(({ effect }) => effect !== null);
  return all.toSorted((a, b) => (isKnown ? compared(a, b) : 0) || byKind(a, b)).slice(0, MOST);
}

const byKind = (a: KnownRemedy, b: KnownRemedy): number => isSwitch(a) - isSwitch(b);

const isSwitch = ({ remedy }: KnownRemedy): number => Number(typeof remedy.value !== 'number');

/** The net effect of one against that of another, what matters most first. */
function compared(a: KnownRemedy, b: KnownRemedy): number {
  const [one, other] = [harms(a), harms(b)];
  const at = one.findIndex((harm, index) => harm !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

function harms({ effect }: KnownRemedy): readonly number[] {
  if (effect === null) return [];
  const { loop, overflows, compactions } = effect.after;
  return [loop === null ? 0 : 1, overflows, compactions];
}
