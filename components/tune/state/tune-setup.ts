import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import type { RunningToday } from '@/lib/analysis/fit/opened/running-today';
import type { Policy } from '@/lib/engine/policy/policy';
import { policyOrDefault } from '@/lib/policies/registry';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { axisFields, firstAxis, sweptFields, UNKNOWN_LIMIT } from '@/lib/tuning/sweep/first-axes';
import type { SweepAxis } from '@/lib/tuning/sweep/plan';
import { sweepAxis, todaySettings } from './axes';
import { CEILING, comparable, tunePlan, type TunePlan } from './sweep-plan';
import { FIRST_SAMPLE, type TuneView } from './tune-view';
import { presetOf, type TunedRow } from './tuned-row';

/** A setting that is swept: its setting, its range, its values and today's. */
export interface SetupAxis {
  readonly field: SettingField;
  readonly choice: NamedRange;
  readonly axis: SweepAxis;
  readonly today: number;
}

/** A view on a corpus with everything that it leaves open filled in. */
export interface TuneSetup {
  readonly policy: Policy;
  readonly x: SetupAxis;
  readonly y: SetupAxis | null;
  /** All settings that are swept, in the order of the plan: y before x, then the others. */
  readonly axes: readonly SetupAxis[];
  /** Today's settings, those that are swept included. */
  readonly today: Settings;
  readonly fixed: Settings;
  /** The limit of the row, around which windows are tried; where none is known, an assumed one. */
  readonly around: number;
  /** No window above it is feasible; null where no limit is known. */
  readonly limit: number | null;
  readonly compared: readonly string[];
  readonly tune: TunePlan;
}

/** What a setup is of. */
interface SetupOf {
  readonly row: TunedRow | null;
  /** null until it is fitted. */
  readonly running: RunningToday | null;
  /** Formats that the recorded sessions were read from. */
  readonly sources: readonly string[];
}

/** Fills in what a view leaves open: the row's version, what runs there today, its limit. */
export function tuneSetup(
  view: Pick<TuneView, 'x' | 'y' | 'more' | 'sample' | 'fixed' | 'compared'> & {
    readonly policy: string;
  },
  { row, running, sources }: SetupOf,
): TuneSetup {
  const policy = policyOrDefault(view.policy);
  const limit = row?.limit ?? null;
  const around = Math.max(limit ?? UNKNOWN_LIMIT, running?.assumed ?? 0);
  const given = { ...presetOf(row, policy), ...running?.settings, ...view.fixed };
  const today = todaySettings(policy, given, running?.window ?? limit);
  const make = (field: SettingField, choice: NamedRange | null): SetupAxis => {
    const own = Number(today[field.key]);
    const chosen = choice ?? firstAxis(field, around);
    return { field, choice: chosen, axis: sweepAxis(chosen, field, [own]), today: own };
  };
  const fields = sweptFields(policy);
  const byKey = (key: string | undefined) => fields.find((field) => field.key === key);
  const xField = byKey(view.x?.setting) ?? firstField(policy, view);
  const yChoice = view.y === 'none' ? null : view.y;
  const yField =
    view.y === 'none'
      ? undefined
      : (byKey(yChoice?.setting) ?? axisFields(policy).find(({ key }) => key !== xField.key));
  const x = make(xField, view.x);
  const y = yField === undefined ? null : make(yField, yChoice);
  const others = view.more.flatMap((range) => {
    const field = byKey(range.setting);
    const isTaken = field === undefined || field === xField || field === yField;
    return isTaken || y === null ? [] : [make(field, range)];
  });
  const axes = y === null ? [x] : [y, x, ...others];
  const swept = new Set(axes.map(({ field }) => field.key));
  const compared = view.compared ?? firstCompared(policy, sources);
  const fixed = Object.fromEntries(Object.entries(given).filter(([key]) => !swept.has(key)));
  const through = axes.map(({ today: own }) => own);
  return {
    policy,
    x,
    y,
    axes,
    today,
    fixed,
    around,
    limit: limit === null ? null : around,
    compared,
    tune: tunePlan({
      policy,
      settings: fixed,
      axes: axes.map(({ axis }) => axis),
      sample: axes.length > 2 ? { ...(view.sample ?? FIRST_SAMPLE), through } : null,
      around,
      compared,
    }),
  };
}

/** The first setting that can be swept; a policy without one is swept over its window, if it has any. */
function firstField(policy: Policy, { y }: Pick<TuneView, 'y'>): SettingField {
  const taken = y === null || y === 'none' ? '' : y.setting;
  const [first] = axisFields(policy).filter(({ key }) => key !== taken);
  const [number] = settingFields(policy).filter(
    ({ kind }) => kind === 'integer' || kind === 'number',
  );
  const field = first ?? number;
  if (field === undefined) throw new Error(`${policy.label} has no setting to sweep.`);
  return field;
}

/** The ceiling, Highwater's own, those of the systems that wrote the recordings, and the chosen one. */
function firstCompared(chosen: Policy, sources: readonly string[]): readonly string[] {
  return comparable
    .filter(
      (policy) =>
        policy.id === CEILING.id ||
        policy.id === chosen.id ||
        policy.provenance.system === CEILING.provenance.system ||
        sources.some((source) => policy.recordings?.format.test(source) === true),
    )
    .map(({ id }) => id);
}

/** The values of the swept settings under which the sessions are tried, in the order of the setup's axes. */
export type Tried = readonly number[];

/** Today's values of the swept settings. */
export const todayValues = ({ axes }: Pick<TuneSetup, 'axes'>): Tried =>
  axes.map(({ today }) => today);

/** An address names x before y, a plan y before x: the first two change places. */
export const reordered = <T>([first, second, ...others]: readonly T[]): readonly T[] =>
  first === undefined ? [] : second === undefined ? [first] : [second, first, ...others];

/** The values as an address holds them: at least two. */
export const addressValues = (values: Tried): readonly number[] =>
  values.length === 1 ? [...values, 0] : reordered(values);

/** The settings of a cell: today's, with the values of the axes. */
export const settingsAtValues = (
  { today, axes }: Pick<TuneSetup, 'today' | 'axes'>,
  values: Tried,
): Settings => ({
  ...today,
  ...Object.fromEntries(axes.map(({ field }, axis) => [field.key, values[axis]])),
});
