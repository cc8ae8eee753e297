import { seededRandom } from '@/lib/engine/base/random';

/** Set by `npm run test:long`, for the files that vitest.long.config.ts names. */
const isLong = process.env['HIGHWATER_TEST_LONG'] !== undefined;

/** Set by `npm run test:long -- --full`: nothing is left out for want of time. */
export const isFull = process.env['HIGHWATER_TEST_FULL'] !== undefined;

/** Number of repeats: `short` in `npm test`, `long` in `npm run test:long`. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);

/**
 * The seed of everything drawn at random. `npm test` draws the same cases each time: a failure found
 * once stays found. `npm run test:long` draws others each time, and prints the seed that repeats them.
 */
export const runSeed = Number(process.env['HIGHWATER_SEED'] ?? 20_261_121);

/**
 * Seconds for the cases of one part of `npm run test:long`, from its first case on. Time never leaves
 * fewer than `least` cases, and none with `-- --full` or in `npm test`, which counts its few.
 */
export class Budget {
  readonly #least: number;
  readonly #seconds: number;
  #begun = 0;
  #end = Infinity;

  constructor(
    { least, seconds }: { readonly least: number; readonly seconds: number },
    limited = isLong && !isFull,
  ) {
    this.#least = least;
    this.#seconds = limited ? seconds : Infinity;
  }

  /** Number of cases that have begun. */
  get begun(): number {
    return this.#begun;
  }

  /** True if another case may begin, which it then has. */
  allows(): boolean {
    if (this.#begun === 0) this.#end = performance.now() + 1_000 * this.#seconds;
    const more = this.#begun < this.#least || performance.now() < this.#end;
    if (more) this.#begun++;
    return more;
  }
}

/**
 * What each part of `npm run test:long` may take, and its fewest cases: the seed draws others each time. The whole
 * run fits into three minutes on two cores beside what has no budget: the package, the load, the composed
 * server. Who raises one lowers another, or says what the minutes buy.
 */
export const PARTS = {
  'archive-kill': { least: 2, seconds: 4 },
  breakpoints: { least: 2, seconds: 5 },
  cancel: { least: 2, seconds: 4 },
  durable: { least: 5, seconds: 4 },
  fuzz: { least: 1, seconds: 4 },
  'fuzz-files': { least: 1, seconds: 4 },
  hostile: { least: 15, seconds: 5 },
  kill: { least: 4, seconds: 5 },
  mutations: { least: 1, seconds: 6 },
  'pieces-fuzz': { least: 10, seconds: 4 },
  'sqlite-mutations': { least: 1, seconds: 4 },
  'watch-kill': { least: 2, seconds: 4 },
} as const;

/** The budget of a part, or of each of so many that share it. */
export function budgetOf(part: keyof typeof PARTS, sharers = 1): Budget {
  const { least, seconds } = PARTS[part];
  return new Budget({ least, seconds: seconds / sharers });
}

/**
 * Cases in an order that the seed draws: those that time leaves out are others in each run.
 */
export function inTurn<T>(cases: readonly T[], seed = runSeed): readonly T[] {
  const random = seededRandom(seed);
  return cases
    .map((one) => ({ one, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
