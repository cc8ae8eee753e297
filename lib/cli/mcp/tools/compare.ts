import * as z from 'zod';
import { compareAxes } from '@/lib/analysis/compare/axis';
import { MOST_LANES, type LaneText } from '@/lib/analysis/compare/lane-text';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { compared, comparedText, lanesOf } from '../../compare/compare-command';
import { askedOf, pathInput, policyInput, settingsInput } from '../asked';
import { defineTool } from '../tool';

const lane = z.object({
  session: z.int().positive().default(1).describe('Number of the session in the file'),
  policy: policyInput,
  settings: settingsInput,
});

const measured = z.object({ value: z.number(), projected: z.boolean() }).nullable();

const MOST_CHANGES = 100;

/** Replays side by side. */
export const compareTool = defineTool({
  name: 'compare',
  title: 'Compare settings',
  description:
    'Sets up to six replays of a file’s sessions side by side: where each parts from the first, the decisions that differ, and metrics with their differences. The first lane is what the others are compared with.',
  input: {
    path: pathInput,
    lanes: z.array(lane).min(2).max(MOST_LANES),
    by: z
      .enum(compareAxes)
      .default('step')
      .describe('How different sessions stand beside each other'),
  },
  output: {
    producer: z.string(),
    lanes: z.array(z.looseObject({ name: z.string(), policy: z.string(), sentence: z.string() })),
    metrics: z.array(
      z.looseObject({
        label: z.string(),
        unit: z.string(),
        better: z.string(),
        values: z.array(measured),
        differences: z.array(measured),
      }),
    ),
    changed: z.int().describe('Decisions that differ'),
    changes: z.array(z.array(z.unknown())).describe('The first of them, an element a lane'),
  },
  async run({ path, lanes: asked, by }, desk) {
    const sessions = await desk.sessions(path);
    const lanes = lanesOf(
      sessions,
      asked.map((one) => textOf(one)),
    );
    const report = compared(lanes, { baseline: 1, by });
    const { json } = report;
    const data = {
      producer: PRODUCER,
      lanes: json.lanes.map((one) => ({ ...one })),
      metrics: json.metrics.map((metric) => ({
        ...metric,
        values: [...metric.values],
        differences: [...metric.differences],
      })),
      changed: json.changes.length,
      changes: json.changes.slice(0, MOST_CHANGES),
    };
    return { text: comparedText(lanes, report), data };
  },
});

function textOf({ session, policy, settings = {} }: z.output<typeof lane>): LaneText {
  const { choice } = askedOf({ policy, settings });
  return {
    session: String(session),
    policy: choice?.policy.id ?? OWN_POLICY,
    preset: choice?.preset?.id ?? null,
    settings,
    faults: [],
  };
}
