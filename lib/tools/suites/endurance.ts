/** Set by `npm run test:long`, for the files that vitest.long.config.ts names. */
const isLong = process.env['HIGHWATER_TEST_LONG'] !== undefined;

/** Number of repeats: `short` in `npm test`, `long` in `npm run test:long`. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);

/**
 * The seed of everything drawn at random. `npm test` draws the same cases each time: a failure found
 * once stays found. `npm run test:long` draws others each time, and prints the seed that repeats them.
 */
export const runSeed = Number(process.env['HIGHWATER_SEED'] ?? 20_261_121);
