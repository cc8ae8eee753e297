import * as z from 'zod';
import { sourceSchema } from '@/lib/engine/session/schema';
import { count, idSchema, list, milliseconds } from '../fields';

/** Most lanes of one answer, and most points of a lane. */
export const MOST_LANES = 60;
export const LANE_POINTS = 120;

const relationSchema = sourceSchema.shape.parent.unwrap().shape.relation;

/** A session that another one started: its requests, for a strip below its parent's chart. */
const laneSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  lane: z.string(),
  relation: relationSchema,
  steps: count,
  limit: count.nullable(),
  /** Largest real of a request; projected where nobody reported any. */
  peak: count,
  projected: z.boolean(),
  /** Real tokens of some steps, the largest of each stretch among them; null: without a time. */
  points: list(z.strictObject({ step: count, real: count, time: milliseconds.nullable() })),
});
export type SessionLane = Readonly<z.infer<typeof laneSchema>>;

/** GET /api/sessions/[id]/lanes: its sub-agents in trace order, and the session that started it. */
export const lanesSchema = z.strictObject({
  lanes: list(laneSchema),
  /** There are more than the answer holds. */
  more: z.boolean(),
  parent: z.strictObject({ id: idSchema, name: z.string(), relation: relationSchema }).nullable(),
});
export type SessionLanes = Readonly<z.infer<typeof lanesSchema>>;
