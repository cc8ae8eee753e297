/** The program of a process that computes shares, from the project's folder. */
export const SWEEP_PROGRAM = 'lib/server/http/sweeps/process/sweep-program.mjs';

/** Argument of a process that stays while no sweep waits. */
export const STANDING = '--standing';

const THREADS = '--threads=';

/** Argument for the number of shares that a process computes at once. */
export const threadsOf = (count: number): string => `${THREADS}${count}`;

/** The number among a process's arguments; null without one. */
export function threadsArgument(args: readonly string[]): number | null {
  const given = args.find((argument) => argument.startsWith(THREADS));
  return given === undefined ? null : Number(given.slice(THREADS.length));
}

/** Argument of a process that computes the evidence of one corpus instead of shares. */
export const EVIDENCE = '--evidence';
