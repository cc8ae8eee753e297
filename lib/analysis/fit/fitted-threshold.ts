import { counted, formatInteger } from '@/lib/engine/base/format';
import type { JudgedCompaction } from './judgement';

/** A threshold fitted to where an agent compacted, and where it did not. */
export interface FittedThreshold {
  /** Tokens: the least count at which it fired above everything at which it did not. */
  readonly tokens: number;
  /** Recorded compactions it is fitted to, and the sessions they are from. */
  readonly n: number;
  readonly sessions: number;
  /** Least and greatest count at which it fired. */
  readonly least: number;
  readonly greatest: number;
  /** Greatest count at which it did not fire; null for none. */
  readonly held: number | null;
  /** Compactions at a count at which it did not fire elsewhere: no threshold gives both. */
  readonly contradicting: number;
}

/**
 * Fits the threshold of a policy to recorded compactions; null without one. The count of a compaction
 * is what the policy makes of the recording there, or what the agent recorded (`preTokens`) where
 * that is lower and still above what it held at: the policy then fires there. One compaction far below the others (requested by the user, or for
 * another reason) does not pull the threshold down: it contradicts what was held above it.
 */
export function fitThreshold(
  sessions: readonly { readonly compactions: readonly JudgedCompaction[] }[],
): FittedThreshold | null {
  const used = sessions
    .map(({ compactions }) => compactions.filter(isEvidence))
    .filter((list) => list.length > 0);
  const all = used.flat();
  if (all.length === 0) return null;
  const fired = all.map(firedAt).sort((a, b) => a - b);
  const helds = all.flatMap(({ held }) => (held === null ? [] : [held]));
  const held = helds.length === 0 ? null : Math.max(...helds);
  const least = fired[0] ?? 0;
  const above = fired.filter((tokens) => tokens > (held ?? -1));
  return {
    tokens: above[0] ?? least,
    n: all.length,
    sessions: used.length,
    least,
    greatest: fired[fired.length - 1] ?? least,
    held,
    contradicting: fired.length - above.length,
  };
}

/** True if a threshold can be fitted to it: not manual, and with a count. */
export const isEvidence = (one: JudgedCompaction): boolean =>
  one.outcome !== 'manual' &&
  one.outcome !== 'far-below' &&
  one.outcome !== 'trailing' &&
  (one.preTokens !== null || (one.value ?? 0) > 0);

/** The agent's own count where it is the lower one, and above what it held at in the same run. */
function firedAt({ preTokens, value, held }: JudgedCompaction): number {
  if (value === null || value <= 0) return preTokens ?? 0;
  const own = preTokens ?? value;
  return own < value && own > (held ?? -1) ? own : value;
}

/** "2 compactions at 155,483 to 156,723; at up to 154,812 it did not compact." */
export function fittedEvidence(fitted: FittedThreshold): string {
  const { n, sessions, least, greatest, held, contradicting } = fitted;
  const where = sessions > 1 ? ` in ${formatInteger(sessions)} sessions` : '';
  const range =
    least === greatest
      ? formatInteger(least)
      : `${formatInteger(least)} to ${formatInteger(greatest)}`;
  const fired = `${counted(n, 'compaction')}${where} at ${range}`;
  const not = held === null ? '' : `; at up to ${formatInteger(held)} it did not compact`;
  const odd =
    contradicting === 0
      ? ''
      : `; no single threshold explains ${contradicting === n ? 'them' : `${formatInteger(contradicting)} of the ${formatInteger(n)}`}`;
  return `${fired}${not}${odd}.`;
}
