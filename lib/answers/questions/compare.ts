import * as z from 'zod';
import { compareAxes } from '@/lib/analysis/compare/axis';
import { laneStep, laneStepText } from '@/lib/analysis/compare/changes';
import { comparisonReport } from '@/lib/analysis/compare/comparison-report';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { differenceText, metricRecords, metricText } from '@/lib/analysis/compare/metric-rows';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { sentence, type Block, type Column } from '../model/block';
import { defineLanesQuestion } from '../model/lanes';

/** Most changed decisions that the text lists; JSON has all. */
const LISTED = 40;

const count = z.int().min(0);
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();
const measured = z.strictObject({ value: z.number(), projected: z.boolean() }).nullable();

const laneSchema = z.object({
  name: z.string(),
  session: z.string().describe('Its number in the files, or its id'),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()),
  faults: list(z.string()),
  steps: count,
  commonEntries: count.describe('Leading entries with the same sizes as the baseline’s'),
  divergence: z
    .object({ kind: z.string(), step: z.int(), baseline: z.int() })
    .nullable()
    .describe('Where it leaves the baseline; null where it never does'),
  sentence: z.string(),
});

const changeSchema = z.object({
  step: count,
  more: count.describe('More steps of the row with effects of their own'),
  differs: z.boolean(),
  did: z.string(),
  real: z.number().nullable(),
  realKind: z.string().describe('projected or measured'),
  value: z.number().nullable(),
  valueKind: z.string().describe('projected or measured'),
  threshold: z.number().nullable(),
  chance: z
    .number()
    .nullable()
    .describe('That it compacts, where the margin lies inside the projection’s band; else null'),
  operands: list(
    z.object({ id: z.string(), value: z.number().nullable(), projected: z.boolean() }),
  ),
});

const output = z.object({
  axis: z.enum(compareAxes),
  baseline: count.describe('The lane that the others are compared with, from 0'),
  lanes: list(laneSchema),
  metrics: list(
    z.object({
      id: z.string(),
      label: z.string(),
      unit: z.enum(['count', 'steps', 'step', 'entries', 'tokens', 'signed', 'dollars']),
      better: z.enum(['lower', 'higher', 'neither']),
      values: list(measured),
      differences: list(measured).describe('From the baseline'),
    }),
  ),
  changed: count.describe('Decisions that differ'),
  changes: list(list(changeSchema.nullable())).describe('Each of them, an element a lane'),
  written: list(z.object({ lane: z.string(), words: z.string() })).describe('The lanes in words'),
});

/** Replays side by side. */
export const compare = defineLanesQuestion({
  id: 'compare',
  title: 'Compare settings',
  about:
    'Sets up to six replays side by side: where each parts from the first, the decisions that differ, and metrics with their differences.',
  needs: ['names'],
  input: z.strictObject({
    axis: z
      .enum(compareAxes)
      .default('step')
      .describe('How different sessions stand beside each other'),
  }),
  example: { axis: 'turn' },
  output,
  most: { changes: 100 },
  *run({ lanes, baseline }, { axis }) {
    yield { done: 0, of: lanes.length };
    const { comparison, json } = comparisonReport(lanes, { baseline, axis });
    return {
      axis: json.axis,
      baseline: json.baseline,
      lanes: json.lanes,
      metrics: json.metrics,
      changed: json.changes.length,
      changes: json.changes,
      written: lanes.map(({ written, words }) => ({ lane: written, words })),
      heads: lanes.map(({ name, title, words }) => `${name} ${title}: ${words}`),
      decisions: decisionRows(comparison),
    };
  },
  tell({ axis, baseline, lanes, metrics, changed, heads, decisions }) {
    const names = lanes.map(({ name }) => name);
    const others = lanes.filter((_, index) => index !== baseline);
    return [
      ...heads.map(line),
      line(''),
      ...others.map(({ sentence: text }) => line(text)),
      metricTable(metrics, names, baseline),
      line(
        changed === 0
          ? 'No decision differs.'
          : `${counted(changed, 'decision')} differ${changed === 1 ? 's' : ''}, by ${axis}:`,
      ),
      ...decisionBlocks(decisions, names, changed),
      line('~ projected: nobody measured it.'),
    ];
  },
  csv: ({ metrics, lanes }) =>
    metricRecords(
      metrics.map(({ values, differences, ...metric }) => ({ metric, values, differences })),
      lanes.map(({ name }) => name),
    ),
});

const line = (text: string): Block => sentence([text]);

const right = (head: string): Column => ({ head, number: true });

/** A column a lane, and beside each but the baseline its difference. */
function metricTable(
  metrics: z.output<typeof output>['metrics'],
  names: readonly string[],
  baseline: number,
): Block {
  const columns = names.flatMap((name, lane) =>
    lane === baseline ? [right(name)] : [right(name), right(`${name} − ${names[baseline]}`)],
  );
  const rows = metrics.map(({ label, unit, better, values, differences }) => [
    label,
    ...values.flatMap((value, lane) => {
      const text = metricText(unit, value);
      return lane === baseline ? [text] : [text, differenceText(differences[lane] ?? null, unit)];
    }),
    unit === 'signed' ? 'tokens' : unit,
    better,
  ]);
  return {
    kind: 'table',
    columns: [{ head: 'metric' }, ...columns, { head: 'unit' }, { head: 'better' }],
    rows,
  };
}

/** The first changed decisions: each lane's step, and what it did there. */
const decisionRows = (comparison: Comparison): readonly (readonly string[])[] =>
  comparison.changed.slice(0, LISTED).map((row) =>
    comparison.lanes.flatMap((_, lane) => {
      const at = laneStep(comparison, lane, row);
      return [at.step < 0 ? '–' : formatInteger(at.step), laneStepText(at)];
    }),
  );

function decisionBlocks(
  rows: readonly (readonly string[])[],
  names: readonly string[],
  changed: number,
): readonly Block[] {
  if (rows.length === 0) return [];
  const columns = names.flatMap((name) => [right('step'), { head: name }]);
  const more = changed - rows.length;
  return [
    { kind: 'table', columns, rows },
    ...(more > 0 ? [line(`${formatInteger(more)} more; --json prints all.`)] : []),
  ];
}
