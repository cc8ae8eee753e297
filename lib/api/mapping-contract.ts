import * as z from 'zod';
import { isPlainJson } from '@/lib/base/json-depth';
import { mappingSchema } from '@/lib/importers/mapped/mapping';
import type { Json } from '@/lib/session/schema';
import { apiErrorSchema, idSchema } from './contract';

/** A mapping's name: not empty. */
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

/** GET /api/mappings: the one changed last first. */
export const mappingListSchema = z.strictObject({
  mappings: z.array(savedMappingSchema).readonly(),
});

/** POST /api/mappings: saves it, in the place of the one of this name. */
export const mappingInputSchema = z.strictObject({ name: nameSchema, mapping: mappingSchema });

/** GET /api/imports/[id]/preview: the beginning of a file that no single format claims. */
export const mappingHeadSchema = z.strictObject({
  file: z.string(),
  /** Why the import failed. */
  error: apiErrorSchema.nullable(),
  /** Until when its content is kept; milliseconds since 1970. */
  keptUntil: z.number(),
  /** jsonl: the first records of many. json: one document. */
  input: z.enum(['jsonl', 'json']),
  /** At most 20; long texts and lists in them are cut short. */
  records: z
    .array(
      z.strictObject({
        at: z.union([z.number(), z.string()]),
        value: z.custom<Json>((value) => isPlainJson(value)),
      }),
    )
    .readonly(),
  /** Secrets masked in these records. */
  masked: z.int().min(0),
  guess: mappingSchema,
  /** Formats that claim the file. */
  formats: z.array(z.strictObject({ id: z.string(), label: z.string() })).readonly(),
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
