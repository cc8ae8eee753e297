import * as z from 'zod';
import { isPlainJson } from '@/lib/engine/base/json-depth';
import { mappingSchema } from '@/lib/readers/importers/mapped/mapping';
import type { Json } from '@/lib/engine/session/schema';
import { apiErrorSchema } from './contract';
import { count, idSchema, list } from './fields';

/** A mapping's name, not empty. */
const nameSchema = z.string().trim().min(1).max(200);

/** A mapping that the user saved. */
export const savedMappingSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  mapping: mappingSchema,
  /** Milliseconds since 1970. */
  updatedAt: z.number(),
});
export type SavedMapping = Readonly<z.infer<typeof savedMappingSchema>>;

/** GET /api/mappings: most recently changed first. */
export const mappingListSchema = z.strictObject({ mappings: list(savedMappingSchema) });

/** POST /api/mappings: saves a mapping and replaces the one with the same name. */
export const mappingInputSchema = z.strictObject({ name: nameSchema, mapping: mappingSchema });

/** GET /api/imports/[id]/preview: the beginning of a file that no single format claims. */
export const mappingHeadSchema = z.strictObject({
  file: z.string(),
  /** Reason of the import's failure. */
  error: apiErrorSchema.nullable(),
  /** Time at which its content is deleted; milliseconds since 1970. */
  keptUntil: z.number(),
  /** jsonl: the first records of many. json: one document. */
  input: z.enum(['jsonl', 'json']),
  /** At most 20; long texts and lists in them are shortened. */
  records: list(
    z.strictObject({
      at: z.union([z.number(), z.string()]),
      value: z.custom<Json>((value) => isPlainJson(value)),
    }),
  ),
  /** Secrets masked in these records. */
  masked: count,
  guess: mappingSchema,
  /** Formats that claim the file. */
  formats: list(z.strictObject({ id: z.string(), label: z.string() })),
});
export type MappingHead = Readonly<z.infer<typeof mappingHeadSchema>>;

/**
 * POST /api/imports/[id]/mapping: reads the failed import again, by a mapping (saved as well where it
 * has a name) or as one of the formats that claim it.
 */
export const mapImportSchema = z.union([
  z.strictObject({ mapping: mappingSchema, name: nameSchema.optional() }),
  z.strictObject({ format: z.string().max(64) }),
]);
export type MapImport = Readonly<z.infer<typeof mapImportSchema>>;
