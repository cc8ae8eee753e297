import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { UsageError } from '../../exit-code';
import type { FileSession } from '../../tuning/corpus-of-files';
import { askedFigures } from '../../tuning/asked-figures';
import { rowJson } from '../../tuning/cell-rows';
import { cellsText, columnsOf, sweep } from '../../tuning/sweep-command';
import { limitInput, pathsInput, settingsInput, varyInput } from '../asked';
import { corpusBelow, corpusOutput } from '../corpus';
import { defineTool } from '../tool';

const MOST_CELLS = 500;

/** Seconds of computing that a question may take: nobody can stop it. */
const MOST_SECONDS = 60;

const cell = z.looseObject({
  policy: z.string(),
  values: z.record(z.string(), z.number()),
  compactions: z.number(),
  per100Steps: z.number(),
  overflowingSessions: z.int(),
  loopingSessions: z.int(),
  unusedPerCompaction: z.number().nullable().describe('Tokens below the limit at a compaction'),
});

/** A grid of settings over sessions. */
export const sweepTool = defineTool({
  name: 'sweep',
  title: 'Sweep settings',
  description:
    'Replays every session of files or folders under every setting of a grid, for one or several policies, and says of each cell how often it compacts and how many sessions overflow or loop.',
  input: {
    paths: pathsInput,
    policies: z
      .array(z.string().max(200))
      .min(1)
      .max(6)
      .optional()
      .describe(
        'Policies as id or id@preset; if left out: the one that the most sessions open with',
      ),
    settings: settingsInput,
    vary: varyInput,
    limit: limitInput,
    cost: z.boolean().default(false).describe('Adds costUsd to each cell'),
  },
  output: {
    ...corpusOutput,
    cells: z.array(cell).describe(`The first ${MOST_CELLS} cells`),
    total: z.int().describe('Cells of the grid'),
  },
  async run({ paths, policies, settings = {}, vary, limit, ...figures }, desk) {
    const { sessions, ...read } = await corpusBelow(paths, desk);
    const named = policies === undefined ? {} : { policy: policies };
    const columns = columnsOf({ ...named, set: settings, vary }, sessions);
    const plan = { columns, limit: limit ?? null };
    refuseLong(plan, sessions, askedFigures(figures));
    const swept = sweep(plan, sessions, figures);
    const cells = swept.rows.slice(0, MOST_CELLS).map((row) => ({
      ...rowJson(row),
      values: { ...row.values },
    }));
    const data = { producer: PRODUCER, ...read, cells, total: swept.rows.length };
    return { text: cellsText(swept, {}), data };
  },
});

/** @throws UsageError for a sweep that takes too long. */
export function refuseLong(
  plan: SweepPlan,
  sessions: readonly FileSession[],
  figures: readonly FigureId[] = [],
): void {
  const steps = sessions.map(({ session }) => session.profile.stepCount);
  const { seconds, replays } = sweepCost(plan, steps, figures);
  if (seconds <= MOST_SECONDS) return;
  throw new UsageError(
    `${formatInteger(replays)} replays take about ${formatInteger(Math.round(seconds))} s, more than ${MOST_SECONDS} s: vary fewer values, or run "highwater sweep".`,
  );
}
