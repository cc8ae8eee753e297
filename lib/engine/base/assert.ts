/** Throws where an assumption of the program is broken: a programmer error, never bad input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}

/** Closes a switch over a union: compiles only while every member is handled. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`);
}
