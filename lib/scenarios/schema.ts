import * as z from 'zod';

const count = z.int().min(0);
/** A size in bytes, or the text itself. */
const sizeOrText = z.union([count, z.string()]);

const summarySchema = z.union([
  z.object({ bytes: count }),
  z.object({ fail: z.literal(true) }),
  z.object({ empty: z.literal(true) }),
]);

/** Conditions of a generated session; names and meanings as in the golden vectors' README. */
export const scenarioConfigSchema = z.object({
  contextWindow: z.int(),
  /** `WithMaxTokens`: the effective window when above 0. */
  maxTokens: z.int().default(0),
  maxCompactionAttempts: z.int().min(0).max(100).default(3),
  hasUsageMetadata: z.boolean().default(true),
  tokenRatio: z.number().positive().default(2),
  system: z.string().optional(),
  systemBytes: count.default(0),
  systemHeuristic: count.optional(),
  toolHeuristic: count.default(0),
  continuationQuotesUser: z.boolean().default(false),
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
});

/** A generated session: conditions and turns. Rows that came with it are ignored. */
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

export type ScenarioConfig = Readonly<z.infer<typeof scenarioConfigSchema>>;
export type ScenarioTurn = Readonly<z.infer<typeof scenarioTurnSchema>>;
export type ScenarioSession = Readonly<z.infer<typeof scenarioSessionSchema>>;
export type Scenario = Readonly<z.infer<typeof scenarioSchema>>;
export type ScenarioFile = Readonly<z.infer<typeof scenarioFileSchema>>;
