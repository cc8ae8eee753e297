import * as z from 'zod';

const count = z.int().min(0);
const ratio = z.number().min(0).max(1_000);
/** A size in bytes, or the text itself. */
const sizeOrText = z.union([count, z.string()]);

const summarySchema = z.union([
  z.object({ bytes: count }),
  z.object({ fail: z.literal(true) }),
  z.object({ empty: z.literal(true) }),
]);

/** One form for each thing that is counted; `prefix`: system prompt and tools. */
export const byCounted = <Form>(of: Form) => ({
  text: of,
  call: of,
  response: of,
  inline: of,
  prefix: of,
});

/** Real tokens per heuristic token. */
const tokenRatiosSchema = z.object(byCounted(ratio));

/** Steps that report usage; a step must pass every condition given. Turns count from 0. */
const usagePatternSchema = z.object({
  /** The first turn that reports. */
  fromTurn: count.optional(),
  /** The first turn that no longer reports. */
  untilTurn: count.optional(),
  /** Only every k-th step of the session: the k-th, the 2k-th … */
  everyStep: z.int().min(1).optional(),
});

/**
 * Conditions of a generated session; names and meanings as in the golden vectors' README, with
 * `usage` and `tokenRatios` in addition. Unknown fields are accepted and ignored.
 */
export const scenarioConfigSchema = z.object({
  contextWindow: z.int(),
  /** `WithMaxTokens`: the effective window when above 0. */
  maxTokens: z.int().default(0),
  maxCompactionAttempts: z.int().min(0).max(100).default(3),
  /** False: no step reports usage, whatever `usage` says; a turn may override it. */
  hasUsageMetadata: z.boolean().default(true),
  usage: usagePatternSchema.optional(),
  /** True ratio of the whole request: real = trunc(heuristic × ratio), for every request sent. */
  tokenRatio: z.number().positive().default(2),
  /**
   * A true ratio per category, instead of every `tokenRatio`. The session then carries real tokens,
   * trunc(Σ ratio × heuristic) of the request with the whole log, as a recording would: requests
   * that a policy sends instead are projected from their growth.
   */
  tokenRatios: tokenRatiosSchema.optional(),
  system: z.string().optional(),
  systemBytes: count.default(0),
  systemHeuristic: count.optional(),
  toolHeuristic: count.default(0),
  continuationQuotesUser: z.boolean().default(false),
  /** The reference's strategy it was written for. */
  strategy: z.enum(['threshold', 'sliding_window']).optional(),
  /** Setting of the sliding window: it fires above this many contents since the watermark. */
  maxTurns: count.optional(),
  summarizer: z
    .union([summarySchema, z.object({ script: z.array(summarySchema).min(1) })])
    .optional(),
});

/** One user turn. */
export const scenarioTurnSchema = z.object({
  user: z.union([
    z.string(),
    z.object({
      bytes: count.optional(),
      text: z.string().optional(),
      startsWith: z.string().optional(),
    }),
  ]),
  modelBytes: sizeOrText.default(0),
  toolCalls: z.array(z.object({ name: z.string(), responseBytes: sizeOrText })).default([]),
  sequential: z.boolean().default(false),
  inlineData: z.array(z.object({ mimeType: z.string(), bytes: count })).default([]),
  hasUsageMetadata: z.boolean().optional(),
  tokenRatio: z.number().positive().optional(),
  /** The response to the turn's last step stopped at the output limit. */
  lengthStop: z.boolean().optional(),
});

/** A generated session: conditions and turns. Recorded rows in the file are ignored. */
export const scenarioSessionSchema = z.object({
  config: scenarioConfigSchema,
  turns: z.array(scenarioTurnSchema),
});

/** A named scenario of one or more sessions. */
export const scenarioSchema = z.object({
  name: z.string(),
  note: z.string().optional(),
  sessions: z.array(scenarioSessionSchema),
});

/** A file of scenarios, in the schema of the golden vectors. */
export const scenarioFileSchema = z.object({
  stepFields: z.array(z.string()).optional(),
  scenarios: z.array(scenarioSchema),
});

export type TokenRatios = Readonly<z.infer<typeof tokenRatiosSchema>>;
export type ScenarioConfig = Readonly<z.infer<typeof scenarioConfigSchema>>;
export type ScenarioTurn = Readonly<z.infer<typeof scenarioTurnSchema>>;
export type ScenarioSession = Readonly<z.infer<typeof scenarioSessionSchema>>;
export type Scenario = Readonly<z.infer<typeof scenarioSchema>>;
export type ScenarioFile = Readonly<z.infer<typeof scenarioFileSchema>>;
