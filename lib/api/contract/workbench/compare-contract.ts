import * as z from 'zod';
import { compareAxes } from '@/lib/analysis/compare/axis';
import { MOST_LANES } from '@/lib/analysis/compare/lane-text';
import { count, list } from '../fields';

/** POST /api/compare: lanes as in a link to the page: "<session id>:own:window=190000". */
export const compareRequestSchema = z.strictObject({
  lanes: z.array(z.string().max(4_000)).min(1).max(MOST_LANES).readonly(),
  /** Number of the lane that the others are compared with, from 0. */
  baseline: count.max(MOST_LANES - 1).default(0),
  axis: z.enum(compareAxes).default('step'),
});

const measured = z.strictObject({ value: z.number(), projected: z.boolean() }).nullable();

/** The same as `highwater compare --json`. */
export const compareAnswerSchema = z.strictObject({
  producer: z.string(),
  axis: z.enum(compareAxes),
  baseline: count,
  lanes: list(z.record(z.string(), z.unknown())),
  metrics: list(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      unit: z.string(),
      better: z.string(),
      values: list(measured),
      differences: list(measured),
    }),
  ),
  /** Rows in which some lane did other than the baseline; per lane its step, null without one. */
  changes: list(list(z.record(z.string(), z.unknown()).nullable())),
});
