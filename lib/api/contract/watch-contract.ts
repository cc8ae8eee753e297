import * as z from 'zod';
import { apiErrorSchema } from './contract';
import { importStatusSchema } from './import-contract';
import { count, idSchema, list } from './fields';

/** Most watched folders. */
export const MOST_FOLDERS = 50;

/** Most files of a folder in an answer, most recently changed first. */
export const MOST_FILES_LISTED = 200;

/** A trace in a watched folder, as of its last import. */
const watchedFileSchema = z.strictObject({
  /** Path relative to the folder. */
  path: z.string(),
  bytes: count,
  /** Milliseconds since 1970. */
  modifiedAt: z.number(),
  /** State of its newest import; null before the first. */
  status: importStatusSchema.nullable(),
  format: z.string().nullable(),
  /** Number of its sessions, with the first one; null without sessions. */
  sessionId: idSchema.nullable(),
  sessionCount: count,
  /** Reason of a failed import. */
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
  files: list(watchedFileSchema),
});
export type WatchedFolderRecord = Readonly<z.infer<typeof watchedFolderSchema>>;

/** GET /api/watched. */
export const watchedListSchema = z.strictObject({
  folders: list(watchedFolderSchema),
  /** Paths of the folders below which folders may be watched. */
  roots: list(z.string()),
});

/** GET /api/found: folders in which known agents have recorded sessions, the fullest first. */
export const foundFoldersSchema = z.strictObject({
  folders: list(
    z.strictObject({
      /** `~` is the home folder of the server's user. */
      path: z.string(),
      /** The agent that writes there; null for a folder that the user named. */
      agent: z.string().nullable(),
      files: count,
      bytes: count,
      /** Milliseconds since 1970. */
      newest: z.number(),
    }),
  ),
});

/** POST /api/watched: an absolute path below a root; `~` is the home folder of the server's user. */
export const watchedFolderInputSchema = z.strictObject({
  path: z.string().trim().min(1, 'is empty').max(4_000),
});

/** PATCH /api/watched/[id]. */
export const watchedFolderPatchSchema = z.strictObject({ paused: z.boolean() });
