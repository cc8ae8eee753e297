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

/** A recorded error as it stands around another projection. */
export interface ErrorLine {
  /** Tokens that the projection gains without the families of the error. */
  readonly shift: number;
  /** Recorded less projected tokens. */
  readonly error: number;
  /** The projection that the error is a share of; null: it is taken in tokens. */
  readonly of: number | null;
}

/** Errors around a projection of any size. */
export interface ErrorLines extends Pick<ErrorBand, 'n' | 'families' | 'isOwn'> {
  readonly lines: readonly ErrorLine[];
}

/** Fewest families with which an agent has a band of its own. */
export const ENOUGH_FAMILIES = 20;

/** Share of requests that a band leaves out, on both sides together. */
export const OUTSIDE = 0.2;

/**
 * CV+ (Barber, Candès, Ramdas, Tibshirani 2021), a family a fold: each recorded error, which was made without
 * its family, around the projection of this request without that family. An agent has its own errors in tokens
 * from some families on, else those of all agents as shares. At least 60 % is guaranteed for a session like
 * them, about 80 % expected.
 */
export function errorLines(
  rows: readonly ErrorRow[],
  { agent, first, without }: Omit<BandedRequest, 'projected'>,
): ErrorLines {
  const itself = new Set(rows.filter((row) => row.first === first).map(({ family }) => family));
  const others = rows.filter(({ family }) => !itself.has(family));
  const own = others.filter((row) => row.agent === agent);
  const isOwn = familiesOf(own) >= ENOUGH_FAMILIES;
  const used = isOwn ? own : others;
  const shifts = familyShifts(used, without);
  const lines = used.map(({ family, recorded, projected }) => ({
    shift: shifts.get(family) ?? 0,
    error: recorded - projected,
    of: isOwn ? null : projected,
  }));
  return { lines, n: used.length, families: familiesOf(used), isOwn };
}

/** Tokens that an error adds to a projection. */
export const errorAt = ({ shift, error, of }: ErrorLine, projected: number): number =>
  shift + (of === null ? error : (error / of) * (projected + shift));

/** The band around a request by {@link errorLines}; null without enough rows for such quantiles. */
export function errorBand(rows: readonly ErrorRow[], asked: BandedRequest): ErrorBand | null {
  const { lines, ...of } = errorLines(rows, asked);
  const range = conformalRange(
    lines.map((line) => errorAt(line, asked.projected)),
    OUTSIDE,
  );
  return range === null ? null : { ...around(range), ...of };
}

/** A band holds the projection itself. */
export const around = ({ low, high }: Pick<ErrorBand, 'low' | 'high'>) => ({
  low: Math.min(0, low),
  high: Math.max(0, high),
});

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
 * those at {@link conformalRanks} (split conformal prediction). Null for too few of them.
 */
export function conformalRange(
  errors: readonly number[],
  outside: number,
): { readonly low: number; readonly high: number } | null {
  const sorted = [...errors].sort((a, b) => a - b);
  const ranks = conformalRanks(errors.length, outside);
  const [low, high] = [sorted[ranks.low], sorted[ranks.high]];
  return low === undefined || high === undefined ? null : { low, high };
}

/** Places among n ascending errors, from 0: rank ⌊(n + 1) · outside/2⌋ and ⌈(n + 1) · (1 − outside/2)⌉. */
export const conformalRanks = (n: number, outside: number) => ({
  low: Math.floor(((n + 1) * outside) / 2) - 1,
  high: Math.ceil((n + 1) * (1 - outside / 2)) - 1,
});
