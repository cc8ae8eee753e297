import type * as z from 'zod';
import type { SessionError } from './upgrade';

/** The first error of a schema, at its JSON path below `at`. */
export function schemaError(error: z.ZodError, at: string): SessionError {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).map((key) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  const message = `${issue?.message ?? 'The session does not fit the format'}.`;
  return { code: 'malformed', message, at: at + path.join('') };
}
