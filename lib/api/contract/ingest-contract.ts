import * as z from 'zod';
import { importers } from '@/lib/readers/importers/registry';
import { importSchema } from './import-contract';

/** The longest wait for an import's end, in seconds. */
export const MOST_WAIT_SECONDS = 60;

/** Most bytes of a body of POST /api/v1/sessions, before decompression. */
export const MOST_TRACE_BYTES = 2_000_000_000;

/** Imports that may wait or run; further traces are refused with 429. */
export const MOST_PENDING_IMPORTS = 1_000;

/** Most bytes of one OTLP request, before and after decompression. */
export const MOST_OTLP_BYTES = 16_000_000;
export const MOST_OTLP_DECODED_BYTES = 64_000_000;

/** Largest ratio of a decompressed body above 1 MB to its compressed size. */
export const MOST_RATIO = 200;

/** API names of all supported formats. */
export const formatIds = importers.map(({ id }) => id);

/** POST /api/v1/sessions. */
export const ingestQuerySchema = z.object({
  /** Name of the file; the header x-file-name overrides it. */
  file: z.string().min(1).max(1_000).optional(),
  /** 1: store sizes in place of text. */
  numbersOnly: z.literal('1').optional(),
  /** The trace's format; detected if absent. */
  format: z.enum(formatIds).optional(),
  /** Id or name of a saved mapping, in place of a format. */
  mapping: z.string().min(1).max(200).optional(),
  /** Most seconds to wait for the import's end before answering. */
  wait: z.coerce.number().min(0).max(MOST_WAIT_SECONDS).default(0),
});
export type IngestQuery = Readonly<z.infer<typeof ingestQuerySchema>>;

/** POST /api/v1/sessions (202, or 200 when the import has ended) and GET /api/v1/imports/[id]. */
export const ingestedSchema = z.strictObject({
  import: importSchema,
  /** Path that returns the current state of this answer. */
  url: z.string(),
});
export type Ingested = Readonly<z.infer<typeof ingestedSchema>>;

/** OTLP/HTTP answer in JSON: empty, or the number of rejected records. */
export const otlpAnswerSchema = z.strictObject({
  partialSuccess: z
    .strictObject({
      rejectedSpans: z.string().optional(),
      rejectedLogRecords: z.string().optional(),
      errorMessage: z.string(),
    })
    .optional(),
});

/** A `google.rpc.Status`: body of every failed OTLP/HTTP answer. */
export const otlpStatusSchema = z.strictObject({ code: z.int(), message: z.string() });

/** An OTLP request in JSON; the OTLP importer parses its content. */
export const otlpTracesSchema = z.looseObject({
  resourceSpans: z.array(z.looseObject({})).optional(),
});
export const otlpLogsSchema = z.looseObject({
  resourceLogs: z.array(z.looseObject({})).optional(),
});
