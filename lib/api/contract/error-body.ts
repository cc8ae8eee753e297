import * as z from 'zod';

/** All error codes of the API; `lib/api/errors.ts` maps each to a status. */
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
  // The trace of an import (lib/readers/importers/importer.ts).
  'empty',
  'unrecognized',
  'no-records',
  'ambiguous',
  'unsupported-version',
  'malformed',
  'too-deep',
  'no-sessions',
  'unreadable',
  'refused',
  'storage',
  'cancelled',
  'interrupted',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** One error: code, fact, place, advice. */
export const apiErrorSchema = z.strictObject({
  code: z.enum(errorCodes),
  /** The fact in one neutral sentence. */
  message: z.string(),
  /** Advice; absent if there is none. */
  hint: z.string().optional(),
  /** A line (from 1), a JSON path or a field of the request. */
  at: z.union([z.string(), z.int()]).optional(),
});
export type ApiErrorBody = Readonly<z.infer<typeof apiErrorSchema>>;

/** Body of every failed answer. */
export const errorEnvelopeSchema = z.strictObject({ error: apiErrorSchema });
