import * as z from 'zod';
import { sourceSchema } from '@/lib/session/schema';
import { count, idSchema, list, milliseconds } from './fields';

/** Most lanes of one answer. */
export const MOST_LANES = 60;
/** Most points of a lane. */
export const LANE_POINTS = 120;

/** A session that another one started: its requests, for a chart below its parent's. */
const laneSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  lane: z.string(),
  relation: z.enum(['subagent', 'lane']),
  steps: count,
  limit: count.nullable(),
  /** The largest real of a request; projected where nobody reported one. */
  peak: count,
  /** Real tokens of some steps, the largest of each stretch among them, with their times. */
  points: list(z.strictObject({ step: count, real: count, time: milliseconds.nullable() })),
});
export type SessionLane = Readonly<z.infer<typeof laneSchema>>;

/** GET /api/sessions/[id]/lanes: sub-agents, in the order of the trace; `more` of them are left out. */
export const lanesSchema = z.strictObject({
  lanes: list(laneSchema),
  more: count,
  parent: z
    .strictObject({
      id: idSchema,
      name: z.string(),
      relation: sourceSchema.shape.parent.unwrap().shape.relation,
    })
    .nullable(),
});
