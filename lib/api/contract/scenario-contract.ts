import * as z from 'zod';
import {
  MOST_STEPS,
  MOST_TURNS,
  scenarioPlanSchema,
  turnSteps,
} from '@/lib/readers/scenarios/plan';
import { scenarioSchema } from '@/lib/readers/scenarios/schema';
import { idSchema, list } from './fields';

/** A scenario whose sessions have turns, up to a limit. */
const openableSchema = scenarioSchema
  .refine(({ sessions }) => sessions.length > 0, 'The scenario holds no session')
  .refine(
    ({ sessions }) => sessions.every(({ turns }) => turns.length > 0),
    'A session has no turn',
  )
  .refine(
    ({ sessions }) => sessions.every(({ turns }) => turns.length <= MOST_TURNS),
    `A session has more than ${MOST_TURNS} turns`,
  )
  .refine(
    ({ sessions }) => sessions.every(({ turns }) => turnSteps(turns) <= MOST_STEPS),
    `A session takes more than ${MOST_STEPS} steps`,
  );

/** A setting's value in a link. */
const settingSchema = z.union([z.number(), z.boolean(), z.string().max(1_000)]);

/**
 * POST /api/scenarios/open: adds the scenario's first session to the library. The same content opens
 * the same session again while the library lists it.
 */
export const scenarioOpenSchema = z.strictObject({
  scenario: openableSchema,
  /** Id of the policy to open it with; the scenario's own if absent. */
  policy: z.string().max(100).optional(),
  /** Settings of that policy; they override the scenario's. */
  settings: z.record(z.string(), settingSchema).optional(),
});
export type ScenarioOpen = Readonly<z.input<typeof scenarioOpenSchema>>;

/** The session's page is `/sessions/${sessionId}${search}`. */
export const openedScenarioSchema = z.strictObject({
  sessionId: idSchema,
  /** The workbench's query: policy, the scenario's settings and summary model; begins with `?`. */
  search: z.string(),
  /** Parts of the scenario that a link cannot carry, one sentence each. */
  notices: list(z.string()),
});
export type OpenedScenario = Readonly<z.infer<typeof openedScenarioSchema>>;

/** Most bytes of a saved plan's JSON. */
export const MOST_PLAN_BYTES = 1_000_000;

/** POST /api/scenarios and PUT /api/scenarios/[id]: the builder's form; its name is the plan's. */
export const scenarioInputSchema = z.strictObject({ plan: scenarioPlanSchema });

const brief = {
  id: idSchema,
  name: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  updatedAt: z.number(),
};

/** A saved scenario in the list. */
export const scenarioBriefSchema = z.strictObject(brief);
export type ScenarioBrief = Readonly<z.infer<typeof scenarioBriefSchema>>;

/** GET /api/scenarios: most recently changed first. */
export const scenarioListSchema = z.strictObject({ scenarios: list(scenarioBriefSchema) });

/** A saved scenario with its plan. */
export const scenarioRecordSchema = z.strictObject({ ...brief, plan: scenarioPlanSchema });
export type ScenarioRecord = Readonly<z.infer<typeof scenarioRecordSchema>>;
