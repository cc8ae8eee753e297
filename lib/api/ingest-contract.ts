import * as z from 'zod';
import { importers } from '@/lib/importers/registry';
import { importSchema } from './contract';

/** The longest wait for an import's end, in seconds. */
export const MOST_WAIT_SECONDS = 60;

/** Bytes of one trace that is sent to POST /api/v1/sessions, as they are sent. */
export const MOST_TRACE_BYTES = 2_000_000_000;

/** Imports that may wait or run before further traces are sent back with 429. */
export const MOST_PENDING_IMPORTS = 1_000;

/** Bytes of one OTLP request as it is sent, and after it was decompressed. */
export const MOST_OTLP_BYTES = 16_000_000;
export const MOST_OTLP_DECODED_BYTES = 64_000_000;

/** How many times as large as its compressed form a body above a megabyte may be. */
export const MOST_RATIO = 200;

/** Every format that is read, as the API names it. */
export const formatIds = importers.map(({ id }) => id);

/** POST /api/v1/sessions. */
export const ingestQuerySchema = z.object({
  /** Name of the file, where no header x-file-name gives one. */
  file: z.string().min(1).max(1_000).optional(),
  /** 1: sizes are stored in place of text. */
  numbersOnly: z.literal('1').optional(),
  /** The format to read it as; found out where it is left out. */
  format: z.enum(formatIds).optional(),
  /** Id or name of a saved mapping to read it by, in place of a format. */
  mapping: z.string().min(1).max(200).optional(),
  /** Seconds to wait for the import's end before it is answered. */
  wait: z.coerce.number().min(0).max(MOST_WAIT_SECONDS).default(0),
});
export type IngestQuery = Readonly<z.infer<typeof ingestQuerySchema>>;

/** POST /api/v1/sessions (202, or 200 when the import has ended) and GET /api/v1/imports/[id]. */
export const ingestedSchema = z.strictObject({
  import: importSchema,
  /** Path of this answer's newest form. */
  url: z.string(),
});
export type Ingested = Readonly<z.infer<typeof ingestedSchema>>;

/** An answer to OTLP/HTTP in JSON: empty, or how many records were not taken. */
export const otlpAnswerSchema = z.strictObject({
  partialSuccess: z
    .strictObject({
      rejectedSpans: z.string().optional(),
      rejectedLogRecords: z.string().optional(),
      errorMessage: z.string(),
    })
    .optional(),
});

/** A `google.rpc.Status`: every answer of OTLP/HTTP that is not a success. */
export const otlpStatusSchema = z.strictObject({ code: z.int(), message: z.string() });

/** An OTLP request in JSON; what is inside is read as the importer of OTLP reads it. */
export const otlpTracesSchema = z.looseObject({
  resourceSpans: z.array(z.looseObject({})).optional(),
});
export const otlpLogsSchema = z.looseObject({
  resourceLogs: z.array(z.looseObject({})).optional(),
});
