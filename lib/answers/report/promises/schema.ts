/** What was promised of settings when they were taken: the figures of the sessions that the promise rests on. */
import * as z from 'zod';

const text = z.string().max(1_000);
const count = z.int().min(0);
const id = z.string().regex(/^[\w.-]{1,100}$/, 'is no id');

const sessionSchema = z.strictObject({
  /** `profileHash` of its numbers, by which it is no later session. */
  hash: text,
  /** Milliseconds since 1970; null where the recording has no times. */
  startedAt: z.number().nullable(),
  /** Sessions of one repository have the same number: they are not independent. */
  group: count,
  steps: count,
  /** Under the promised settings. */
  compactions: count,
  overflows: z.boolean(),
  /** Predicted; null without a price. */
  dollars: z.number().min(0).nullable(),
  /** Heuristic tokens of system prompt and tool definitions. */
  prefix: count,
  model: text.nullable(),
});

/** Settings that were recommended and taken, with what they do to the sessions that recommended them. */
export const promiseSchema = z.strictObject({
  policy: id,
  /** The family of versions; null for none. */
  preset: id.nullable(),
  /** The limit of the sessions; null: unknown. */
  limit: z.int().positive().nullable(),
  /** The settings that were swept, which name the promise, and those that were fixed beside them. */
  swept: z.record(id, z.number()),
  settings: z.record(id, z.union([text, z.number(), z.boolean(), z.null()])),
  /** Repositories that overflow when settings are chosen without them, and all of them. */
  heldOut: z.strictObject({ overflowing: count, of: count }),
  sessions: z.array(sessionSchema).min(1).max(100_000),
});
export type SettingsPromise = Readonly<z.infer<typeof promiseSchema>>;
/** A session that a promise rests on. */
export type PromiseSession = SettingsPromise['sessions'][number];

/** What promises are read from: highwater.yaml, whatever else it holds. */
export const promisesFileSchema = z.object({
  version: z.literal(1),
  promises: z.array(promiseSchema).max(1_000).default([]),
});
