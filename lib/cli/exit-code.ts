/** What the process ends with. DESIGN §3 "Errors". */
export const exitCode = { clean: 0, checkFailed: 1, usage: 2, unreadable: 3 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The command was called wrongly; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An input cannot be read; the message names file, place, cause and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
