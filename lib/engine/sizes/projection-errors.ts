/** How far projections across recorded compactions were off: what a band around one is made of. */

/** One recorded compaction: who compacted, its family, and its first request as projected and as recorded. */
export interface ErrorRow {
  /** Agent, as a policy's `writes` names it. */
  readonly agent: string;
  /** Sessions that are not independent: one repository, or one session where a repository has most rows. */
  readonly family: string;
  /** Real tokens of the session's first request: what tells that a session is in the rows itself. */
  readonly first: number;
  readonly projected: number;
  readonly recorded: number;
}

/** The band around a projection: 80 % of requests behind a compaction are expected between the two. */
export interface ErrorBand {
  /** Added to a projection: tokens, or a share of it. */
  readonly low: number;
  readonly high: number;
  readonly unit: 'tokens' | 'share';
  /** Compactions and families behind it. */
  readonly n: number;
  readonly families: number;
  /** True for the agent's own errors, false for those of all agents. */
  readonly isOwn: boolean;
}

/** Fewest families with which an agent has a band of its own. */
export const ENOUGH_FAMILIES = 20;

/** Share of requests that a band leaves out, on both sides together. */
const OUTSIDE = 0.2;

/**
 * The band of an agent: quantiles of the errors of its compactions in tokens, or of all agents' as shares
 * of what was projected where it has too few families. The family of the session itself, told by its
 * `first` request, is left out. Null without enough rows for such quantiles.
 */
export function errorBand(
  rows: readonly ErrorRow[],
  agent: string,
  first: number,
): ErrorBand | null {
  const itself = new Set(rows.filter((row) => row.first === first).map(({ family }) => family));
  const others = rows.filter(({ family }) => !itself.has(family));
  const own = others.filter((row) => row.agent === agent);
  const isOwn = familiesOf(own) >= ENOUGH_FAMILIES;
  const used = isOwn ? own : others;
  const errors = used.map(({ recorded, projected }) =>
    isOwn ? recorded - projected : (recorded - projected) / projected,
  );
  const range = conformalRange(errors, OUTSIDE);
  if (range === null) return null;
  const unit = isOwn ? 'tokens' : 'share';
  return { ...range, unit, n: used.length, families: familiesOf(used), isOwn };
}

const familiesOf = (rows: readonly ErrorRow[]): number =>
  new Set(rows.map(({ family }) => family)).size;

/**
 * Between which of n exchangeable errors the next one falls with a probability of at least 1 − `outside`:
 * the values of rank ⌊(n + 1) · outside/2⌋ and ⌈(n + 1) · (1 − outside/2)⌉ (split conformal prediction).
 * Null for too few of them.
 */
export function conformalRange(
  errors: readonly number[],
  outside: number,
): { readonly low: number; readonly high: number } | null {
  const sorted = [...errors].sort((a, b) => a - b);
  const ranks = errors.length + 1;
  const low = sorted[Math.floor((ranks * outside) / 2) - 1];
  const high = sorted[Math.ceil(ranks * (1 - outside / 2)) - 1];
  return low === undefined || high === undefined ? null : { low, high };
}
