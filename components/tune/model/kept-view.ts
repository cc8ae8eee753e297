import type { OpenSweep } from '@/lib/api/sweeps';
import { countedSteps, type CorpusRow } from '@/lib/api/contract/corpus-contract';
import type { RunSums, SweepSums } from '@/lib/worker/tune/tune-sweep';
import { settableSettings } from '@/lib/policies/settable';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { findPolicy } from '@/lib/policies/registry';
import type { Words } from '@/lib/engine/base/answer/words';
import { sharedWords } from '@/lib/tuning/shared-steps';
import { tellingOf, undecidedWords } from '@/lib/tuning/evidence/coverage';
import { fieldOfSweep } from '@/lib/tuning/recommend/field-of-sweep';
import { recommend, type Recommendation } from '@/lib/tuning/recommend/recommendation';
import { answerWords, deciderWords, edgeWords } from '@/lib/tuning/recommend/recommendation-words';
import { cellAt } from '@/lib/tuning/region/cell-space';
import { cellSums } from '@/lib/tuning/region/cell-sums';
import { UNKNOWN_LIMIT } from '@/lib/tuning/sweep/first-axes';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import { figureSums, pickedFigures, type FigureSums } from '@/lib/tuning/figures/figure-results';
import { pickedCells, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
import type { TunePlan } from '../state/sweep-plan';
import { todayValues, type SetupAxis, type TuneSetup } from '../state/tune-setup';
import { decidesWords, type AxisCells } from './decides';
import type { TuneRow } from './deciding-rows';

/** What a kept sweep recommends, from its results alone. */
export interface KeptAnswer {
  readonly recommendation: Recommendation;
  readonly answer: Words;
  readonly edges: string;
  readonly decider: Words;
  readonly undecided: readonly string[];
  /** Says that some sessions hold copies of another's calls; null for none. */
  readonly copies: string | null;
}

/** A kept sweep as the page shows it. */
export interface KeptView {
  readonly setup: TuneSetup;
  readonly sums: SweepSums;
  readonly sessions: readonly TuneRow[];
  /** Totals of the sessions under the cells of the first policy. */
  readonly results: SweepResults;
  /** Sums of a figure over the sessions that are shown; null while it is not computed, or was not asked for. */
  readonly figureOf: (id: FigureId) => KeptFigure | null;
  /** Null with the reason why nothing is recommended. */
  readonly answer: KeptAnswer | null;
  readonly why: string;
}

/** A figure of the cells of the first policy, and of the policies compared by window. */
export interface KeptFigure {
  readonly grid: FigureSums;
  readonly beside: FigureSums;
}

/** Most sessions × cells that the page reads at once. */
export const MOST_SHOWN = 1_000_000;

/** The view of a kept sweep; a sentence where it has none. */
export function keptView(open: OpenSweep): KeptView | string {
  const { sweep, sessions: rows, cells, results } = open;
  if (results.sessions * results.cells > MOST_SHOWN) {
    return 'It has more results than the page reads at once: its rows are in the files.';
  }
  const [column] = sweep.plan.columns;
  const policy = findPolicy(column?.policy ?? '');
  if (policy === undefined || column === undefined) {
    return `There is no policy ${column?.policy ?? ''} in this version: its rows are in the files.`;
  }
  const setup = setupOf(policy, sweep.plan, sweep.baseline, rows);
  if (setup === null) return 'It varies no setting: its rows are in the files.';
  const own = [...cells.keys()].filter((cell) => cells[cell]?.column === 0);
  const others = setup.tune.compared.flatMap(({ column: at }) =>
    [...cells.keys()].filter((cell) => cells[cell]?.column === at),
  );
  const sumsOf = (picked: SweepResults): RunSums => {
    const steps = rows.map(countedSteps);
    const of = (generated: boolean) =>
      cellSums(
        picked,
        [...rows.keys()].filter((at) => rows[at]?.generated === generated),
        steps,
      );
    return { recorded: of(false), generated: of(true) };
  };
  const grid = pickedCells(results, own);
  const gridCells = own.flatMap((cell) => cells[cell] ?? []);
  const beside = sumsOf(pickedCells(results, others));
  const view = {
    setup,
    sums: { grid: { ...sumsOf(grid), cells: gridCells }, beside },
    sessions: rows.map((facts) => ({ facts, steps: facts.steps, spark: [], limit: facts.limit })),
    results: grid,
    figureOf: (id: FigureId) => keptFigure(open, id, { own, others }),
  };
  const why = whyNoAnswer(setup, view.sums);
  return { ...view, why, answer: why === '' ? answerOf(setup, rows, view) : null };
}

/** Null until all values are computed: only then is what is NaN a figure that cannot be told. */
function keptFigure(
  { sweep, sessions, figures }: OpenSweep,
  id: FigureId,
  { own, others }: { readonly own: readonly number[]; readonly others: readonly number[] },
): KeptFigure | null {
  if (figures?.figures.includes(id) !== true || sweep.status !== 'done') return null;
  const rows = [...sessions.keys()];
  const recorded = rows.filter((row) => sessions[row]?.generated === false);
  const shown = recorded.length > 0 ? recorded : rows;
  // One set of sessions for both: those that have the figure under every cell.
  const all = figureSums(pickedFigures(figures, [...own, ...others]), id, shown);
  const part = (from: number, to?: number): FigureSums => ({
    ...all,
    sums: all.sums.subarray(from, to),
  });
  return { grid: part(0, own.length), beside: part(own.length) };
}

function whyNoAnswer(setup: TuneSetup, { grid }: SweepSums): string {
  const { recorded } = grid;
  if (recorded.sessions === 0) return 'All its sessions are generated, and those do not decide.';
  if (recorded.complete.includes(0)) return 'Not every cell is computed yet.';
  const today = todayValues(setup);
  const isKept = grid.cells.some(({ values }) => values.every((value, at) => value === today[at]));
  return isKept ? '' : 'It does not hold today’s settings, with which others are compared.';
}

function answerOf(
  setup: TuneSetup,
  rows: readonly CorpusRow[],
  { sums, results }: Pick<KeptView, 'sums' | 'results'>,
): KeptAnswer | null {
  const settable = settableSettings(setup.policy);
  const field = fieldOfSweep({
    // Nothing said here reads whether a session comes near a threshold: that is not kept.
    sessions: rows.map((facts) => ({
      facts,
      evidence: { steps: facts.steps, limit: facts.limit, near: false },
    })),
    plan: setup.tune.plan,
    cells: sums.grid.cells,
    results,
    today: todayValues(setup),
    allowed: { overflowing: 0, looping: 0 },
    settable: (setting) => settable.includes(setting),
  });
  const recommendation = recommend(field);
  if (recommendation === null) return null;
  return {
    recommendation,
    answer: answerWords(field, recommendation),
    edges: edgeWords(field, recommendation),
    decider: deciderWords(field, recommendation),
    undecided: undecidedWords(field, tellingOf(field)),
    copies: sharedWords(rows.map(({ countedFrom = 0 }) => countedFrom)),
  };
}

/**
 * The setting that decides each session, on the lines through today's cell as far as they are kept;
 * '' where none does.
 */
export function keptDecides({ setup, sums, results }: KeptView): readonly string[] {
  const space = { column: setup.tune.grid, cells: sums.grid.cells };
  const places = setup.axes.map(({ axis, today }) => axis.values.indexOf(today));
  if (places.includes(-1) || cellAt(space, places) < 0) return [];
  const lines = setup.axes.flatMap(({ field, axis: { values } }, at): readonly AxisCells[] => {
    const cells = values.map((_, index) => cellAt(space, places.with(at, index)));
    return cells.includes(-1) ? [] : [{ field, values, today: places[at] ?? 0, cells }];
  });
  return Array.from({ length: results.sessions }, (_, row) => decidesWords(results, row, lines));
}

function setupOf(
  policy: Policy,
  plan: SweepPlan,
  baseline: OpenSweep['sweep']['baseline'],
  rows: readonly CorpusRow[],
): TuneSetup | null {
  const [column] = plan.columns;
  const today: Settings = baseline?.policy === policy.id ? baseline.settings : {};
  const axes = (column?.axes ?? []).flatMap((axis): readonly SetupAxis[] => {
    const field = settingFields(policy).find(({ key }) => key === axis.setting);
    if (field === undefined) return [];
    const [from = 0] = axis.values;
    const choice = { setting: axis.setting, from, to: axis.values.at(-1) ?? from, step: 1 };
    const own = today[axis.setting];
    return [{ field, choice, axis, today: typeof own === 'number' ? own : NaN }];
  });
  const [first, second] = axes;
  if (first === undefined || column === undefined) return null;
  const recorded = rows.filter(({ generated }) => !generated);
  const limits = (recorded.length > 0 ? recorded : rows).flatMap(({ limit }) => limit ?? []);
  const limit = plan.limit ?? (limits.length === 0 ? null : Math.min(...limits));
  const tune = planOf(plan);
  return {
    policy,
    x: second ?? first,
    y: second === undefined ? null : first,
    axes,
    today,
    fixed: column.settings,
    around: limit ?? UNKNOWN_LIMIT,
    limit,
    compared: tune.compared.map(({ policy: other }) => other.id),
    tune,
  };
}

/** The policies beside the first that are kept over the same windows. */
function planOf(plan: SweepPlan): TunePlan {
  const [grid = { policy: '', settings: {}, axes: [], sample: null }, ...others] = plan.columns;
  const isByWindow = ({ axes, sample }: typeof grid): boolean =>
    sample === null && axes.length === 1 && axes[0]?.setting === 'window';
  const windows = others.find(isByWindow)?.axes[0]?.values ?? [];
  const compared = others.flatMap((other, at) => {
    const policy = findPolicy(other.policy);
    const same = isByWindow(other) && other.axes[0]?.values.join() === windows.join();
    return policy === undefined || !same ? [] : [{ policy, column: at + 1 }];
  });
  return { plan, grid, compared, windows };
}
