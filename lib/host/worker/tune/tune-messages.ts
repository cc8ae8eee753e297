/** Messages between page and worker about tuning; both sides check them. */
import * as z from 'zod';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import type { AlongSetting } from '@/lib/tuning/breakpoints/merged-plateaus';
import type { Coverage, Telling } from '@/lib/tuning/evidence/coverage';
import type { WouldDecide } from '@/lib/tuning/evidence/would-decide';
import type { RatioReport } from '@/lib/tuning/evidence/ratio-report';
import type { SessionEdge } from '@/lib/tuning/recommend/deciding-edge';
import type { Recommendation } from '@/lib/tuning/recommend/recommendation';
import type { Words } from '@/lib/tuning/recommend/recommendation-words';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import { figureIds } from '@/lib/tuning/figures/figure-ids';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { CellSums } from '@/lib/tuning/region/cell-sums';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';

const count = z.int().min(0);
const numbers = z.array(z.number()).readonly();
const ids = z.array(z.string()).readonly();
const floats = z.custom<Float64Array>((value) => value instanceof Float64Array);
const integers = z.custom<Int32Array>((value) => value instanceof Int32Array);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const factsSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  hash: z.string(),
  generated: z.boolean(),
  subAgent: z.boolean(),
  cluster: z.string(),
  startedAt: z.number().nullable(),
}) satisfies z.ZodType<CorpusFacts>;

const planSchema = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        policy: z.string(),
        settings: z.record(z.string(), z.unknown()).readonly(),
        axes: z.array(z.strictObject({ setting: z.string(), values: numbers })).readonly(),
        sample: z.strictObject({ count, seed: z.number(), through: numbers.optional() }).nullable(),
      }),
    )
    .readonly(),
  limit: z.number().nullable(),
}) satisfies z.ZodType<SweepPlan>;

const cellSchema = z.strictObject({
  column: count,
  values: numbers,
}) satisfies z.ZodType<SweepCell>;

/** A session as the page hands it over: its facts and its encoded profile. */
const carriedSchema = z.strictObject({ facts: factsSchema, profile: bytes });
export type CarriedSession = Readonly<z.infer<typeof carriedSchema>>;

/** Today's settings, and what may be proposed instead of them. */
const aimSchema = z.strictObject({
  today: z.record(z.string(), z.unknown()).readonly(),
  /** Today's values of the axes of the plan's first column. */
  values: numbers,
  /** Settings that a user can set; the others are constants of the program. */
  settable: z.array(z.string()).readonly(),
});
export type TuneAim = Readonly<z.infer<typeof aimSchema>>;

/** What the page asks for. */
const tasks = {
  /** Decodes and prepares sessions; they stay until the worker ends. */
  load: z.strictObject({ do: z.literal('load'), sessions: z.array(carriedSchema).readonly() }),
  /** Replays sessions under every cell of a plan. */
  sweep: z.strictObject({ do: z.literal('sweep'), ids, plan: planSchema, aim: aimSchema }),
  /** Replays the sessions of the latest sweep under other cells of its plan. */
  cells: z.strictObject({ do: z.literal('cells'), cells: z.array(cellSchema).readonly() }),
  /** Finds the first step at which sessions fare otherwise under two cells of the latest sweep's plan. */
  deciding: z.strictObject({
    do: z.literal('deciding'),
    ids,
    cells: z.tuple([cellSchema, cellSchema]).readonly(),
  }),
  /** Searches the edges that decide sessions of the latest sweep, over every value of its settings. */
  edges: z.strictObject({ do: z.literal('edges'), ids }),
  /** Reports on real ÷ heuristic over the sessions of the latest sweep. */
  ratios: z.strictObject({
    do: z.literal('ratios'),
    kind: z.enum(['step', 'first']),
    shares: z.array(z.number().gt(0).lt(1)).readonly(),
    window: z.number(),
    threshold: z.number(),
    limit: z.number(),
    today: numbers,
  }),
  /** Searches the edges of the latest recommendation over every value, and replays it under other assumptions. */
  assure: z.strictObject({ do: z.literal('assure') }),
  /** Writes what settings do to the recorded sessions of the latest sweep as expectations. */
  record: z.strictObject({
    do: z.literal('record'),
    settings: z.record(z.string(), z.unknown()).readonly(),
    recommendation: z
      .strictObject({
        settings: z.record(z.string(), z.number()),
        within: z.number(),
        vary: z.array(
          z.strictObject({
            setting: z.string(),
            from: z.number(),
            to: z.number(),
            step: z.number(),
          }),
        ),
      })
      .nullable(),
  }),
  /** Computes figures of the latest sweep's sessions under cells of its plan. */
  figures: z.strictObject({
    do: z.literal('figures'),
    figures: z.array(z.enum(figureIds)).readonly(),
    cells: z.array(cellSchema).readonly(),
    /** Prices that overrule the list, in dollars per million tokens. */
    prices: givenPricesSchema.readonly(),
  }),
  /** Reads computed cells of the latest sweep, by their index. */
  read: z.strictObject({ do: z.literal('read'), cells: z.array(count).readonly() }),
} as const;

const taskSchema = z.discriminatedUnion('do', [
  tasks.load,
  tasks.sweep,
  tasks.cells,
  tasks.deciding,
  tasks.edges,
  tasks.ratios,
  tasks.assure,
  tasks.record,
  tasks.figures,
  tasks.read,
]);
export type TuneTask = Readonly<z.infer<typeof taskSchema>>;
export type FigureTask = Readonly<z.infer<typeof tasks.figures>>;
export type SweepTask = Readonly<z.infer<typeof tasks.sweep>>;

/** From the page. `run` numbers the tasks of one page. */
export const tuneRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), run: count, task: taskSchema }),
  z.strictObject({ kind: z.literal('cancel'), run: count }),
]);

const resultsSchema = z.strictObject({
  sessions: count,
  cells: count,
  compactions: integers,
  passes: integers,
  overflowSteps: integers,
  firstOverflow: integers,
  loop: bytes,
  sent: floats,
  unused: floats,
}) satisfies z.ZodType<SweepResults>;

const sumsSchema = z.strictObject({
  complete: bytes,
  compactions: floats,
  passes: floats,
  overflowSteps: floats,
  overflowing: integers,
  looping: integers,
  sent: floats,
  unused: floats,
  sessions: count,
  steps: count,
}) satisfies z.ZodType<CellSums>;

/** A session that is ready, or why it is not. */
const loadedSchema = z.strictObject({
  id: z.string(),
  steps: count,
  /** Id of the format that it was read from. */
  source: z.string(),
  /** The limit it is judged by; null where it is unknown. */
  limit: z.number().nullable(),
  /** At most 64 points in percent of the limit (of the peak where no limit is known). */
  spark: z.array(z.number()).readonly(),
  error: z.string().nullable(),
});
export type LoadedSession = Readonly<z.infer<typeof loadedSchema>>;

/** The recommendation in sentences. */
export interface TuneWords {
  readonly answer: readonly Words[];
  readonly edges: string;
  readonly decider: readonly Words[];
  readonly byTime: readonly Words[];
  readonly bySession: readonly Words[];
  /** A sentence for each axis along which no recorded session differs. */
  readonly undecided: readonly string[];
  /** For each of them what the recorded sessions have of what would decide it. */
  readonly wouldDecide: readonly WouldDecide[];
  /** What the answer comes to if what nobody recorded was otherwise; empty while that is not known. */
  readonly sensitivity: string;
}

/** A value of the core, which made it and checks it; the page reads it as it is. */
const made = <T>() => z.custom<T>((value) => typeof value === 'object' && value !== null);

/** Sums of cells so far, of recorded and of generated sessions. */
const runSumsSchema = z.strictObject({ recorded: sumsSchema, generated: sumsSchema });
export type RunSums = Readonly<z.infer<typeof runSumsSchema>>;

/** Sums of the grid or the sample with its cells, which a refinement adds to, and of the policies beside it. */
const sweepSumsSchema = z.strictObject({
  grid: runSumsSchema.extend({ cells: z.array(cellSchema).readonly() }),
  beside: runSumsSchema,
});
export type SweepSums = Readonly<z.infer<typeof sweepSumsSchema>>;

/** An end: of the grid alone, while the policies beside it go on, or of everything. */
const ended = {
  run: count,
  done: count,
  total: count,
  ms: z.number(),
  cancelled: z.boolean(),
  sums: sweepSumsSchema,
  /** Null while cells are missing, and for a corpus without a recorded session. */
  recommendation: made<Recommendation>().nullable(),
  telling: made<Telling>().nullable(),
  /** What both say, in sentences; null without a recommendation. */
  words: made<TuneWords>().nullable(),
} as const;

/** From the worker. */
export const tuneReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('loaded'),
    run: count,
    sessions: z.array(loadedSchema).readonly(),
  }),
  z.strictObject({ kind: z.literal('covered'), run: count, coverage: made<Coverage>() }),
  z.strictObject({
    kind: z.literal('progress'),
    run: count,
    /** Replays done, of all, and milliseconds of work. */
    done: count,
    total: count,
    ms: z.number(),
    phase: z.enum(['coarse', 'refined', 'rest']),
    /** Only when a part of the cells is complete. */
    sums: sweepSumsSchema.nullable(),
  }),
  z.strictObject({ kind: z.literal('answered'), ...ended }),
  z.strictObject({ kind: z.literal('swept'), ...ended }),
  /** A step of each session; −1 where both cells lead to the same events and there are none. */
  z.strictObject({ kind: z.literal('steps'), run: count, steps: numbers }),
  /** For each session in the order that was asked. */
  z.strictObject({
    kind: z.literal('edges'),
    run: count,
    edges: z.array(made<SessionEdge>()).readonly(),
  }),
  z.strictObject({ kind: z.literal('ratios'), run: count, report: made<RatioReport>() }),
  z.strictObject({ kind: z.literal('recorded'), run: count, yaml: z.string() }),
  /** Null where there is no recommendation. */
  z.strictObject({
    kind: z.literal('assured'),
    run: count,
    along: z.array(made<AlongSetting>()).readonly(),
    recommendation: made<Recommendation>().nullable(),
    words: made<TuneWords>().nullable(),
  }),
  z.strictObject({ kind: z.literal('totals'), run: count, results: resultsSchema }),
  /** Replays done of all, and milliseconds of work; then the figures, or null where it was cancelled. */
  z.strictObject({
    kind: z.literal('figuring'),
    run: count,
    done: count,
    total: count,
    ms: z.number(),
  }),
  z.strictObject({
    kind: z.literal('figured'),
    run: count,
    ms: z.number(),
    results: made<FigureResults>().nullable(),
  }),
  z.strictObject({ kind: z.literal('failed'), run: count, message: z.string() }),
  z.strictObject({ kind: z.literal('refused'), run: count.nullable(), message: z.string() }),
]);
export type TuneReply = Readonly<z.infer<typeof tuneReplySchema>>;
