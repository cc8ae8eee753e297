import { mixedWords } from '@/lib/analysis/fit/opened/corpus-policy';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { csvRecord } from '@/lib/engine/base/csv';
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import { settingFields } from '@/lib/engine/policy/fields';
import { chooseSettings } from '@/lib/policies/policy-choice';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { sweepOf } from '@/lib/tuning/recommend/ask-corpus';
import { sessionFigures } from '@/lib/tuning/figures/figure-fields';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import { cellSums } from '@/lib/tuning/region/cell-sums';
import { axisValues, type NamedRange } from '@/lib/tuning/sweep/axis-values';
import type { SweepColumn, SweepPlan } from '@/lib/tuning/sweep/plan';
import { sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import { totalsAt } from '@/lib/tuning/sweep/sweep-results';
import type { SweepRun } from '@/lib/tuning/sweep/sweep-run';
import type { CliIo } from '../cli-io';
import { exitCode, UsageError, type ExitCode } from '../exit-code';
import { policyOf, settingsOf, type GivenSettings } from '../parse-settings';
import { withSizes } from '../tables/size-tables';
import { askedFigures, figureNotes, runFigures, sumsOf, type FigureOptions } from './asked-figures';
import { cellFields, cellRow, cellTable, rowJson, type CellRow } from './cell-rows';
import { corpusOfFiles, isNamed, policyOfFiles, type FileSession } from './corpus-of-files';

/** Options of `sweep`. */
interface SweepOptions extends FigureOptions {
  /** The one that the sessions open with if left out, or `own`. */
  readonly policy?: readonly string[];
  readonly set: GivenSettings;
  readonly vary: readonly NamedRange[];
  readonly limit?: number;
  readonly sizes?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly ndjson?: boolean;
  /** Points of a Latin hypercube in place of the grid, and its seed. */
  readonly sample?: number;
  readonly seed?: number;
}

/** Cells of a policy that the table prints. */
const MOST_ROWS = 100;

/** Replays every session under every setting of a grid and prints what each cell comes to. */
export async function sweepCommand(
  files: readonly string[],
  given: SweepOptions,
  io: CliIo,
): Promise<ExitCode> {
  const forms = [given.json, given.csv, given.ndjson].filter((form) => form === true);
  if (forms.length > 1) throw new UsageError('Choose one of --json, --csv and --ndjson.');
  const asked = { ...given, set: await withSizes(given, io) };
  const named = given.policy?.some(isNamed) === true;
  const checked = named ? columnsOf(asked, []) : null;
  const { sessions, read, failed } = await corpusOfFiles(files, io);
  if (sessions.length > 0) {
    const columns = checked ?? columnsOf(asked, sessions);
    const mixed = named ? null : mixedWords(policyOfFiles(sessions));
    if (mixed !== null) io.message(mixed);
    io.message(costText({ columns, limit: given.limit ?? null }, sessions, given));
    const swept = sweep({ columns, limit: given.limit ?? null }, sessions, given);
    if (given.ndjson === true) printResults(swept, io);
    else io.out(cellsText(swept, given));
  }
  return failed > 0 || read === 0 ? exitCode.unreadable : exitCode.clean;
}

/**
 * A column for each policy, with the axes and settings that it has; where none is named, for the one that
 * the sessions open with. @throws UsageError.
 */
export function columnsOf(
  {
    policy: ids = [OWN_POLICY],
    set,
    vary,
    sample,
    seed = 1,
  }: Pick<SweepOptions, 'policy' | 'set' | 'vary' | 'sample' | 'seed'>,
  sessions: readonly FileSession[],
): readonly SweepColumn[] {
  const columns = ids.map((id): SweepColumn => {
    const choice = isNamed(id) ? policyOf(id) : policyOfFiles(sessions);
    const { policy, preset } = choice;
    const keys = settingFields(policy).map(({ key }) => key);
    const has = (key: string): boolean => keys.includes(key);
    const own = Object.fromEntries(Object.entries(set).filter(([key]) => has(key)));
    settingsOf(choice, own, {});
    const axes = vary
      .filter(({ setting }) => has(setting))
      .map((range) => ({ setting: range.setting, values: valuesOf(range) }));
    for (const { setting, values } of axes) {
      for (const value of [values[0], values.at(-1)]) {
        const allowed = chooseSettings(choice, { ...own, [setting]: value }, {});
        if (allowed.ok) continue;
        throw new UsageError(`--vary ${setting}: ${allowed.error.message}`);
      }
    }
    const settings = { ...(preset?.settings as GivenSettings | undefined), ...own };
    const points = sample === undefined ? null : { count: sample, seed };
    return { policy: policy.id, settings, axes, sample: points };
  });
  const known = columns.flatMap(({ policy }) =>
    settingFields(policyOf(policy).policy).map(({ key }) => key),
  );
  const unknown = [...Object.keys(set), ...vary.map(({ setting }) => setting)].find(
    (key) => !known.includes(key),
  );
  if (unknown === undefined) return columns;
  throw new UsageError(
    `${columns.map(({ policy }) => policy).join(', ')}: no setting "${unknown}".`,
  );
}

function valuesOf(range: NamedRange): readonly number[] {
  try {
    return axisValues(range);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`--vary ${range.setting}: ${error.message}.`);
  }
}

/** What will be computed, and about how long that takes. */
function costText(
  plan: SweepPlan,
  sessions: readonly FileSession[],
  options: FigureOptions,
): string {
  const steps = sessions.map(({ session }) => session.profile.stepCount);
  const cost = sweepCost(plan, steps, askedFigures(options));
  return `${counted(cost.replays, 'replay')} of ${counted(cost.steps, 'step')} in all: about ${formatFixed(cost.seconds, 1)} s.`;
}

/** Sessions that were swept, and a row a cell. */
export interface Swept {
  readonly sessions: readonly FileSession[];
  readonly run: SweepRun;
  readonly rows: readonly CellRow[];
  /** Figures that were asked for; null for none. */
  readonly figures: FigureResults | null;
  readonly notes: readonly string[];
}

/** Replays sessions under every cell of a plan, for figures too. @throws UsageError for a plan that is none. */
export function sweep(
  plan: SweepPlan,
  sessions: readonly FileSession[],
  options: FigureOptions = {},
): Swept {
  const run = begun(plan, sessions);
  run.advance();
  const steps = sessions.map(({ session }) => session.profile.stepCount);
  const all = [...sessions.keys()];
  const sums = cellSums(run.results, all, steps);
  const figures = runFigures(sessions, { plan, cells: run.cells }, options);
  const asked = sumsOf(figures, all);
  const rows = run.cells.flatMap((cell, index) => {
    const column = plan.columns[cell.column];
    return column === undefined ? [] : [cellRow(column, cell, sums, index, asked)];
  });
  return { sessions, run, rows, figures, notes: figureNotes(asked) };
}

function begun(plan: SweepPlan, sessions: readonly FileSession[]): SweepRun {
  try {
    return sweepOf(sessions, plan);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${error.message}.`);
  }
}

/** The cells as JSON, CSV or tables. */
export function cellsText(
  { sessions, run, rows, notes }: Swept,
  { json, csv }: Pick<SweepOptions, 'json' | 'csv'>,
): string {
  const { columns, limit } = run.plan;
  if (json === true) {
    return `${JSON.stringify({ producer: PRODUCER, limit, columns, sessions: sessions.map(({ facts }) => facts), cells: rows.map(rowJson) })}\n`;
  }
  if (csv === true) {
    const axes = [...new Set(columns.flatMap((column) => column.axes.map((axis) => axis.setting)))];
    const asked = Object.keys(rows[0]?.figures ?? {});
    return [
      csvRecord(['policy', ...axes, ...cellFields, ...asked]),
      ...rows.map((row) =>
        csvRecord([
          row.policy,
          ...axes.map((setting) => row.values[setting] ?? null),
          ...cellFields.map((field) => row[field]),
          ...asked.map((field) => row.figures[field] ?? null),
        ]),
      ),
    ].join('');
  }
  const tables = columns.map((column, index) => {
    const own = rows.filter((_, cell) => run.cells[cell]?.column === index);
    const shown = own.slice(0, MOST_ROWS);
    const more = own.length - shown.length;
    const rest = more > 0 ? `${formatInteger(more)} more cells: --csv prints each.\n` : '';
    return `${column.policy}\n${cellTable(column, shown, () => '')}${rest}\n`;
  });
  const steps = rows[0]?.steps ?? 0;
  return `${counted(sessions.length, 'session')}, ${counted(steps, 'step')}, ${counted(rows.length, 'cell')}; overflow and loop count sessions.${notes.map((note) => `\n${note}`).join('')}\n\n${tables.join('')}Computed by ${PRODUCER}.\n`;
}

/** A line of JSON for each session under each cell. */
function printResults({ sessions, run, figures }: Swept, io: CliIo): void {
  for (const [row, { facts, file }] of sessions.entries()) {
    const lines = run.cells.map(({ column, values }, cell) => {
      const { policy = '', axes = [] } = run.plan.columns[column] ?? {};
      const named = Object.fromEntries(axes.map(({ setting }, axis) => [setting, values[axis]]));
      const totals = totalsAt(run.results, row, cell);
      const session = { session: facts.name, file, hash: facts.hash };
      const asked = sessionFigures(figures, row, cell);
      return `${JSON.stringify({ ...session, policy, values: named, ...totals, ...asked })}\n`;
    });
    io.out(lines.join(''));
  }
}
