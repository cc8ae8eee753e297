import * as z from 'zod';
import { figureIds } from '@/lib/tuning/figures/figure-ids';
import { columnSize, MOST_CELLS } from '@/lib/tuning/sweep/cells';
import { MOST_VALUES } from '@/lib/tuning/sweep/axis-values';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import { corpusSessionSchema, MOST_CORPUS_ROWS } from './corpus-contract';
import { count, idSchema, list, milliseconds } from './fields';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import { sessionFilterSchema } from './session-filter';

/** Most policies of one sweep, and most settings that one of them varies. */
const MOST_COLUMNS = 50;
const MOST_AXES = 6;

/** Most sessions × cells of a kept sweep: 165 MB of results. */
export const MOST_UNITS = 5_000_000;

/** Most sweeps that a library keeps. */
export const MOST_SWEEPS = 1_000;

/** Most sessions that one request names. */
const MOST_NAMED = 100_000;

/** A policy's settings as the user gave them, sent as short text. */
export const settingsSchema = z
  .record(z.string().max(100), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]))
  .readonly();

const axisSchema = z.strictObject({
  setting: z.string().max(100),
  values: z
    .array(z.number())
    .min(1)
    .max(MOST_VALUES)
    .refine(
      (values) => values.every((value, i) => i === 0 || value > (values[i - 1] ?? value)),
      'must ascend',
    )
    .readonly(),
});

const columnSchema = z.strictObject({
  policy: z.string().max(100),
  settings: settingsSchema,
  axes: z.array(axisSchema).max(MOST_AXES).readonly(),
  sample: z
    .strictObject({
      count: z.int().min(1).max(MOST_CELLS),
      seed: z.int(),
      through: z.array(z.number()).max(MOST_AXES).readonly().optional(),
    })
    .nullable(),
});

/** Figures that a kept sweep computes besides its totals; day and price list are noted when it is kept. */
const planFiguresSchema = z.strictObject({
  ids: z
    .array(z.enum(figureIds))
    .min(1)
    .refine((ids) => new Set(ids).size === ids.length, 'names a figure twice')
    .readonly(),
  prices: givenPricesSchema.readonly().default({}),
  day: z.iso.date().optional(),
  list: z.string().max(200).optional(),
});

/** lib/tuning/sweep/plan.ts, bounded. */
export const sweepPlanSchema = z
  .strictObject({
    columns: z.array(columnSchema).min(1).max(MOST_COLUMNS).readonly(),
    limit: z.int().min(1).nullable(),
    figures: planFiguresSchema.optional(),
  })
  .refine(({ columns }) => columns.reduce((sum, one) => sum + columnSize(one), 0) <= MOST_CELLS, {
    message: `has more than ${MOST_CELLS} settings`,
    path: ['columns'],
  }) satisfies z.ZodType<SweepPlan>;

/** Settings that a sweep is compared with. */
const baselineSchema = z.strictObject({ policy: z.string().max(100), settings: settingsSchema });

/** POST /api/sweeps: keeps a sweep over a saved corpus, the sessions of a filter, or a list. */
export const sweepInputSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(200).optional(),
    corpus: idSchema.optional(),
    filter: sessionFilterSchema.optional(),
    sessions: z.array(idSchema).min(1).max(MOST_NAMED).readonly().optional(),
    plan: sweepPlanSchema,
    baseline: baselineSchema.nullable(),
  })
  .refine(
    ({ corpus, filter, sessions }) =>
      [corpus, filter, sessions].filter((one) => one !== undefined).length === 1,
    'names one of corpus, filter and sessions',
  );
export type SweepInput = Readonly<z.input<typeof sweepInputSchema>>;

/** queued: no worker has begun it · running · done · cancelled · failed: see its error. */
const sweepStatusSchema = z.enum(['queued', 'running', 'done', 'cancelled', 'failed']);

const shareCountsSchema = z.strictObject({
  shares: count,
  /** Sessions × cells. */
  units: count,
  /** Steps replayed. */
  steps: count,
});

/** How far a sweep is: counted from what is stored, each share once. */
const sweepProgressSchema = z.strictObject({
  /** coarse, refined, rest: a later phase follows from the results of the ones before; then figures. */
  phase: z.enum(['coarse', 'refined', 'rest', 'figures']),
  /** Shares of the phases that are known. */
  known: shareCountsSchema,
  done: shareCountsSchema,
  /** What another sweep had computed before: a part of `done`. */
  cached: shareCountsSchema,
  /** Sessions × cells of the whole sweep; as many again where it computes figures. */
  total: count,
  /** Steps replayed per second since its newest start; null before the first share. */
  rate: z.number().nullable(),
  /** Milliseconds that the rest takes at this rate; null without a rate. */
  remainingMs: z.number().nullable(),
});

/** A kept sweep without its plan. */
export const sweepBriefSchema = z.strictObject({
  id: idSchema,
  /** "sweep 18" */
  number: count,
  name: z.string(),
  status: sweepStatusSchema,
  engine: count,
  /** The saved corpus that it came from; the sweep keeps the sessions as they were. */
  corpus: z.strictObject({ id: idSchema, name: z.string() }).nullable(),
  sessions: count,
  cells: count,
  policies: list(z.string()),
  /** Figures that it computes besides its totals. */
  figures: list(z.enum(figureIds)),
  progress: sweepProgressSchema,
  error: z.strictObject({ message: z.string(), at: z.string().optional() }).nullable(),
  createdAt: milliseconds,
  startedAt: milliseconds.nullable(),
  finishedAt: milliseconds.nullable(),
});
export type SweepBrief = Readonly<z.infer<typeof sweepBriefSchema>>;

/** GET /api/sweeps: a page, newest first; `before` is the `next` of the page before. */
export const sweepListQuerySchema = z.strictObject({
  before: z.coerce.number().int().min(0).optional(),
  take: z.coerce.number().int().min(1).max(200).default(50),
});
export const sweepListSchema = z.strictObject({
  sweeps: list(sweepBriefSchema),
  next: z.int().nullable(),
});

/** GET /api/sweeps/[id]. */
export const sweepSchema = sweepBriefSchema.extend({
  plan: sweepPlanSchema,
  baseline: baselineSchema.nullable(),
});
export type Sweep = Readonly<z.infer<typeof sweepSchema>>;

/** GET /api/sweeps/[id]/sessions: a page of the sessions as they were. */
export const sweepSessionsQuerySchema = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  take: z.coerce.number().int().min(1).max(MOST_CORPUS_ROWS).default(1_000),
});
export const sweepSessionsSchema = z.strictObject({
  sessions: list(corpusSessionSchema),
  next: z.int().nullable(),
});

/** GET /api/sweeps/[id]/cells: those that a hypercube's refinement added to the cells of the plan. */
export const sweepCellsSchema = z.strictObject({
  added: list(
    z.strictObject({
      column: count,
      values: list(z.number()),
    }) satisfies z.ZodType<SweepCell>,
  ),
});

/** GET /api/sweeps/[id]/export: one row per session and computed cell, or what the cells come to in words. */
export const sweepExportQuerySchema = z.strictObject({
  format: z.enum(['csv', 'ndjson', 'text', 'markdown']).default('csv'),
});
export type SweepExportFormat = z.infer<typeof sweepExportQuerySchema>['format'];
