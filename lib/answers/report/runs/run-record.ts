import * as z from 'zod';
import { findingSeverities } from '@/lib/analysis/detectors/finding';
import { MOST_FAULTS } from '@/lib/engine/replay/faults/faults';
import { MOST_NOTE } from '@/lib/engine/session/step-note';

/** Version of the record's form; a reader of another refuses it. */
export const RUN_VERSION = 1;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256');
const setting = z.union([z.number(), z.boolean(), z.string().max(1_000), z.null()]);
const value = z.number().nullable();

/** Numbers of one column, step by step; `[value, times]` where neighbours are equal, null for none. */
const column = z.array(z.union([value, z.tuple([value, z.int().min(2)])])).readonly();

/** What the replay was of and under: all that its result depends on, beside the engine. */
const questionSchema = z.strictObject({
  policy: z.string().min(1).max(100),
  /** Id of the preset that the settings are; null for settings of one's own. */
  preset: z.string().max(100).nullable(),
  /** Every setting of the policy. A table of sizes is named with the hash of its rows. */
  settings: z.record(z.string(), setting),
  /** As `--fault` writes them. */
  faults: z.array(z.string().max(100)).max(MOST_FAULTS).readonly(),
  /** Heuristic tokens. */
  prefixTokens: count,
  /** Limit of the session; null where it is unknown. */
  limit: count.nullable(),
  /** SHA-256 of the session's numbers: its encoded profile, under the user's limit and prefix. */
  numbers: sha256,
});
export type RunQuestion = Readonly<z.infer<typeof questionSchema>>;

const resultSchema = z.strictObject({
  /** First step whose request differs from the recording; null for none. */
  divergence: count.nullable(),
  totals: z.record(z.string(), count),
  /** Every column of the replay and its marks. */
  columns: z.record(z.string(), column),
  events: z.array(z.strictObject({ step: count, kind: z.string(), text: z.string() })).readonly(),
  kept: z
    .array(z.strictObject({ step: count, ranges: z.array(z.tuple([count, count])).readonly() }))
    .readonly(),
  elisions: z.array(z.strictObject({ step: count, entry: count, tokens: z.int() })).readonly(),
});
export type RunResult = Readonly<z.infer<typeof resultSchema>>;

const findingSchema = z.strictObject({
  /** Id of the detector. */
  detector: z.string(),
  of: z.enum(['recording', 'replay']),
  severity: z.enum(findingSeverities),
  title: z.string(),
  sentence: z.string(),
  steps: z.array(z.strictObject({ from: count, to: count })).readonly(),
});
export type RunFinding = Readonly<z.infer<typeof findingSchema>>;

/** The session of a run, as it was. */
const runSessionSchema = z.strictObject({
  /** In the library that froze it; null on the command line. */
  id: z.string().max(32).nullable(),
  name: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  steps: count,
  /** SHA-256 of the trace's bytes; null where there is no one file. */
  trace: sha256.nullable(),
});
export type RunSession = Readonly<z.infer<typeof runSessionSchema>>;

/** A frozen run: a replay with all that it depended on, as plain JSON. */
export const runRecordSchema = z.strictObject({
  format: z.literal('highwater-run'),
  version: z.literal(RUN_VERSION),
  /** Name, version and engine of the program. */
  producer: z.string().max(200),
  engine: z.int().min(1),
  /** Milliseconds since 1970. */
  frozenAt: z.number(),
  note: z.string().max(MOST_NOTE),
  session: runSessionSchema,
  question: questionSchema,
  /** What the replay says in a sentence. */
  verdict: z.string(),
  result: resultSchema,
  findings: z.array(findingSchema).readonly(),
  /** Digests of its parts (digests.ts), by which a record that was edited is known. */
  digests: z.strictObject({ question: sha256, result: sha256, rest: sha256 }),
});
export type RunRecord = Readonly<z.infer<typeof runRecordSchema>>;
