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

/** The band around a projection: about 80 % of requests behind a compaction are expected between the two. */
export interface ErrorBand {
  /** Tokens added to the projection, low at most 0 and high at least 0. */
  readonly low: number;
  readonly high: number;
  /** Compactions and families behind it. */
  readonly n: number;
  readonly families: number;
  /** True for the agent's own errors, false for those of all agents, as shares of what was projected. */
  readonly isOwn: boolean;
}

/** A request behind a compaction whose band is asked for. */
export interface BandedRequest {
  readonly agent: string;
  /** Real tokens of the session's first request: its family is left out. */
  readonly first: number;
  readonly projected: number;
  /** Tokens by which its projection would be higher without the rows of a family. */
  readonly without: (firsts: ReadonlySet<number>) => number;
}

/** Fewest families with which an agent has a band of its own. */
export const ENOUGH_FAMILIES = 20;

/** Share of requests that a band leaves out, on both sides together. */
export const OUTSIDE = 0.2;

/**
 * CV+ (Barber, Candès, Ramdas, Tibshirani 2021), a family a fold: each recorded error, which was made without
 * its family, around the projection of this request without that family. An agent has its own errors in tokens
 * from some families on, else those of all agents as shares. At least 60 % is guaranteed for a session like
 * them, about 80 % expected. Null without enough rows for such quantiles.
 */
export function errorBand(
  rows: readonly ErrorRow[],
  { agent, first, projected, without }: BandedRequest,
): ErrorBand | null {
  const itself = new Set(rows.filter((row) => row.first === first).map(({ family }) => family));
  const others = rows.filter(({ family }) => !itself.has(family));
  const own = others.filter((row) => row.agent === agent);
  const isOwn = familiesOf(own) >= ENOUGH_FAMILIES;
  const used = isOwn ? own : others;
  const shifts = familyShifts(used, without);
  const errors = used.map((row) => {
    const shift = shifts.get(row.family) ?? 0;
    const error = row.recorded - row.projected;
    return shift + (isOwn ? error : (error / row.projected) * (projected + shift));
  });
  const range = conformalRange(errors, OUTSIDE);
  if (range === null) return null;
  const [low, high] = [Math.min(0, range.low), Math.max(0, range.high)];
  return { low, high, n: used.length, families: familiesOf(used), isOwn };
}

/** Tokens that a projection gains without the rows of each family. */
function familyShifts(
  rows: readonly ErrorRow[],
  without: BandedRequest['without'],
): ReadonlyMap<string, number> {
  const firsts = new Map<string, Set<number>>();
  for (const { family, first } of rows) {
    const known = firsts.get(family);
    if (known === undefined) firsts.set(family, new Set([first]));
    else known.add(first);
  }
  return new Map([...firsts].map(([family, own]) => [family, without(own)]));
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
