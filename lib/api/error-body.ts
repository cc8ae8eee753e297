import * as z from 'zod';

/** Every code an error of the API can have; closed. `lib/api/errors.ts` maps them to a status. */
export const errorCodes = [
  // The request.
  'bad-request',
  'unauthorized',
  'foreign-host',
  'foreign-origin',
  'not-found',
  'conflict',
  'too-large',
  'unsupported-media-type',
  'busy',
  'internal',
  // The trace of an import (lib/importers/importer.ts).
  'empty',
  'unrecognized',
  'ambiguous',
  'unsupported-version',
  'malformed',
  'too-deep',
  'no-sessions',
  'unreadable',
  'refused',
  'cancelled',
  'interrupted',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What went wrong, where, and what to try. */
export const apiErrorSchema = z.strictObject({
  code: z.enum(errorCodes),
  /** A neutral fact in one sentence. */
  message: z.string(),
  /** What to try; absent where nothing helps. */
  hint: z.string().optional(),
  /** A line (from 1), a JSON path or a field of the request. */
  at: z.union([z.string(), z.int()]).optional(),
});
export type ApiErrorBody = Readonly<z.infer<typeof apiErrorSchema>>;

/** The envelope of every answer that is not a success. */
export const errorEnvelopeSchema = z.strictObject({ error: apiErrorSchema });
