/** Version of Highwater, as in package.json (`lib/tools/lock.test.ts`). */
export const VERSION = '0.1.0';

/**
 * Number of the rules that turn a session and settings into a replay. It rises with every change after
 * which some replay gives other numbers: results of one engine may be compared, results of two may differ for
 * that reason alone.
 */
export const ENGINE = 9;

/** Name, version and engine, as every result of a replay and every output of the command line has them. */
export const PRODUCER = `highwater ${VERSION}+engine.${ENGINE}`;
