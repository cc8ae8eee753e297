import * as z from 'zod';
import { apiErrorSchema, idSchema, importStatusSchema } from './contract';

const count = z.int().min(0);

/** Folders that are followed at most. */
export const MOST_FOLDERS = 50;

/** Files of a folder that an answer names, the ones changed last. */
export const MOST_FILES_TOLD = 200;

/** A trace below a watched folder, as it was when it was last read. */
export const watchedFileSchema = z.strictObject({
  /** Below the folder. */
  path: z.string(),
  bytes: count,
  /** Milliseconds since 1970. */
  modifiedAt: z.number(),
  /** Of its newest import; null before the first. */
  status: importStatusSchema.nullable(),
  format: z.string().nullable(),
  /** Its sessions, the first one named; null where it brought none. */
  sessionId: idSchema.nullable(),
  sessionCount: count,
  /** Why it could not be read. */
  error: apiErrorSchema.pick({ message: true, hint: true }).nullable(),
});
export type WatchedFileRecord = Readonly<z.infer<typeof watchedFileSchema>>;

/** A watched folder. */
export const watchedFolderSchema = z.strictObject({
  id: idSchema,
  path: z.string(),
  paused: z.boolean(),
  error: z.string().nullable(),
  createdAt: z.number(),
  fileCount: count,
  files: z.array(watchedFileSchema).readonly(),
});
export type WatchedFolderRecord = Readonly<z.infer<typeof watchedFolderSchema>>;

/** GET /api/watched. */
export const watchedListSchema = z.strictObject({
  folders: z.array(watchedFolderSchema).readonly(),
});

/** POST /api/watched: an absolute path on the server's machine; `~` is the home of its user. */
export const watchedFolderInputSchema = z.strictObject({
  path: z.string().trim().min(1, 'is empty').max(4_000),
});

/** PATCH /api/watched/[id]. */
export const watchedFolderPatchSchema = z.strictObject({ paused: z.boolean() });
