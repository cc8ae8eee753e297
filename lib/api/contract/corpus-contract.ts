import * as z from 'zod';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import { count, idSchema, list, milliseconds } from './fields';
import { openingBriefSchema } from './opening-brief';
import { sessionFilterSchema } from './session-filter';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256');

const nameSchema = z.string().trim().min(1).max(200);

/** Most sessions that one request names. */
const MOST_NAMED = 100_000;

/** Most sessions of a corpus that are picked by hand; of more a frozen list is kept. */
export const MOST_PICKED = 1_000;

/** Most sessions of one page of a corpus. */
export const MOST_CORPUS_ROWS = 5_000;

/** A set of sessions saved by the user. */
export const corpusSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** Null for picked sessions alone; a frozen filter keeps the filter that it came from. */
  filter: sessionFilterSchema.nullable(),
  /** Sessions picked by hand: they belong to it whatever its filter says of them. */
  picked: list(idSchema),
  /** Sessions left out by hand: they do not belong to it although they pass its filter. */
  excluded: list(idSchema),
  /** Null where the filter decides anew at every look. */
  frozen: z
    .strictObject({
      sessions: count,
      /** SHA-256 of the sessions' hashes, sorted: the same content has the same one anywhere. */
      sha256: sha256Schema,
    })
    .nullable(),
  createdAt: milliseconds,
  updatedAt: milliseconds,
});
export type Corpus = Readonly<z.infer<typeof corpusSchema>>;

/** GET /api/corpora: most recently changed first. */
export const corpusListSchema = z.strictObject({ corpora: list(corpusSchema) });

const idsSchema = z.array(idSchema).min(1).max(MOST_NAMED).readonly();

const pickedSchema = z.array(idSchema).min(1).max(MOST_PICKED).readonly();

/** POST /api/corpora: saves a filter, sessions picked by hand or both, or freezes a list of sessions. */
export const corpusInputSchema = z
  .strictObject({
    name: nameSchema,
    filter: sessionFilterSchema.optional(),
    picked: pickedSchema.optional(),
    sessions: idsSchema.optional(),
  })
  .refine(
    ({ filter, picked, sessions }) =>
      (filter === undefined && picked === undefined) !== (sessions === undefined),
    'a corpus has a filter, picked sessions or both, or else the sessions of a frozen list',
  );
export type CorpusInput = Readonly<z.input<typeof corpusInputSchema>>;

/**
 * PATCH /api/corpora/[id]: its name; unless it is frozen its filter, and sessions to add or to take away: what is
 * taken away stays out whatever the filter says, until it is added again.
 */
export const corpusPatchSchema = z.strictObject({
  name: nameSchema.optional(),
  filter: sessionFilterSchema.optional(),
  pick: pickedSchema.optional(),
  unpick: pickedSchema.optional(),
});
export type CorpusPatch = Readonly<z.input<typeof corpusPatchSchema>>;

/** GET /api/corpora/[id]/sessions: a page; `after` is the `next` of the page before. */
export const corpusPageQuerySchema = z.strictObject({
  after: z.coerce.number().int().min(0).optional(),
  take: z.coerce.number().int().min(1).max(MOST_CORPUS_ROWS).default(1_000),
});

/** Sessions of the library: of a saved corpus, of a filter, or of a list. */
export const namedSessionsSchema = z.strictObject({
  corpus: idSchema.optional(),
  filter: sessionFilterSchema.optional(),
  sessions: idsSchema.optional(),
});

/** True where one of the three is named. */
export const namesOne = ({ corpus, filter, sessions }: z.output<typeof namedSessionsSchema>) =>
  [corpus, filter, sessions].filter((one) => one !== undefined).length === 1;

/** What is wrong where it is not. */
export const NAMES_ONE = 'names one of corpus, filter and sessions';

/** POST /api/corpora/resolve: named sessions, page by page. */
export const corpusResolveSchema = z
  .strictObject({ ...namedSessionsSchema.shape, ...corpusPageQuerySchema.shape })
  .refine(namesOne, NAMES_ONE);

const facts = {
  id: idSchema,
  name: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  hash: sha256Schema,
  generated: z.boolean(),
  subAgent: z.boolean(),
  cluster: z.string(),
  startedAt: milliseconds.nullable(),
} satisfies Record<keyof CorpusFacts, z.ZodType>;

/** One session of a corpus without its numbers. */
export const corpusSessionSchema = z.strictObject({
  ...facts,
  steps: count,
  limit: count.nullable(),
  /** Largest real of any step; null where nothing is known. */
  peak: count.nullable(),
  /** Steps at its beginning that another session of a kept sweep counts; left out for none. */
  countedFrom: count.optional(),
  /** What it opens with; null until it is judged, left out of a kept sweep's sessions. */
  opening: openingBriefSchema.nullish(),
});
export type CorpusRow = Readonly<z.infer<typeof corpusSessionSchema>>;

/** Steps of a kept sweep's session that it counts itself. */
export const countedSteps = ({ steps, countedFrom = 0 }: CorpusRow): number => steps - countedFrom;

/** A page of a corpus. */
export const corpusPageSchema = z.strictObject({
  sessions: list(corpusSessionSchema),
  /** Sessions of a list that the library has no more, and those whose numbers cannot be read. */
  missing: list(idSchema),
  /** Sessions whose numbers are others than when the list was frozen; they are in `sessions` too. */
  changed: list(idSchema),
  next: z.int().nullable(),
});

export type CorpusPage = Readonly<z.infer<typeof corpusPageSchema>>;

/** Most profiles of one answer. */
export const MOST_PROFILES = 200;

/**
 * POST /api/profiles: the encoded profiles of some sessions in their order, under the user's limit
 * and prefix, each after its length in 4 bytes (little-endian).
 */
export const profilesSchema = z.strictObject({
  ids: z.array(idSchema).min(1).max(MOST_PROFILES).readonly(),
});
