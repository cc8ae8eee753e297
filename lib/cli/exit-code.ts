/** Exit codes of the process; DESIGN §3 "Errors". */
export const exitCode = { clean: 0, checkFailed: 1, usage: 2, unreadable: 3 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Wrong usage; the message states the correct one. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Unreadable input; the message has file, place, cause and advice. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
