import * as z from 'zod';
import { MOST_TURNS, scenarioPlanSchema } from '@/lib/scenarios/plan';
import { MOST_STEPS, turnSteps } from '@/lib/scenarios/plan-size';
import { scenarioSchema } from '@/lib/scenarios/schema';
import { idSchema } from './contract';

/** A scenario whose sessions have turns, and not too many. */
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

/** A setting's value as a link holds it. */
const settingSchema = z.union([z.number(), z.boolean(), z.string().max(1_000)]);

/**
 * POST /api/scenarios/open: makes the scenario's first session an ordinary one of the library. The
 * same content opens the same session again while it is listed.
 */
export const scenarioOpenSchema = z.strictObject({
  scenario: openableSchema,
  /** Id of the policy to open it under; the one it was written for when left out. */
  policy: z.string().max(100).optional(),
  /** Settings of that policy, over those the scenario names. */
  settings: z.record(z.string(), settingSchema).optional(),
});
export type ScenarioOpen = Readonly<z.input<typeof scenarioOpenSchema>>;

/** Where the session is: `/sessions/${sessionId}${search}`. */
export const openedScenarioSchema = z.strictObject({
  sessionId: idSchema,
  /** The workbench's query: policy, the scenario's settings and summary model; begins with `?`. */
  search: z.string(),
  /** What of the scenario a link cannot carry, in words. */
  notices: z.array(z.string()).readonly(),
});
export type OpenedScenario = Readonly<z.infer<typeof openedScenarioSchema>>;

/** The most bytes of a saved plan's JSON. */
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

/** A saved scenario as the list names it. */
export const scenarioBriefSchema = z.strictObject(brief);
export type ScenarioBrief = Readonly<z.infer<typeof scenarioBriefSchema>>;

/** GET /api/scenarios: the one changed last first. */
export const scenarioListSchema = z.strictObject({
  scenarios: z.array(scenarioBriefSchema).readonly(),
});

/** A saved scenario with its plan. */
export const scenarioRecordSchema = z.strictObject({ ...brief, plan: scenarioPlanSchema });
export type ScenarioRecord = Readonly<z.infer<typeof scenarioRecordSchema>>;
