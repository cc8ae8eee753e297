import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import { corpusPolicy, mixedWords } from '@/lib/analysis/fit/opened/corpus-policy';
import type { Policy } from '@/lib/engine/policy/policy';
import { DEFAULT_POLICY, policies, policyOrDefault } from '@/lib/policies/registry';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { axisFields, firstAxis, sweptFields, UNKNOWN_LIMIT } from '@/lib/tuning/sweep/first-axes';
import type { SweepAxis } from '@/lib/tuning/sweep/plan';
import type { TuneRow } from '../model/deciding-rows';
import { sweepAxis, todaySettings } from './axes';
import { CEILING, comparable, tunePlan, type TunePlan } from './sweep-plan';
import { FIRST_SAMPLE, type TuneView } from './tune-view';

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
  /** Limit that every session is replayed with; null: its own. */
  readonly under: number | null;
  /** The limit of most sessions; null where none is known. */
  readonly common: number | null;
  /** No window above it is feasible; null where no limit is known. */
  readonly limit: number | null;
  readonly compared: readonly string[];
  readonly tune: TunePlan;
}

/** Fills in what a view leaves open. */
export function tuneSetup(
  view: Omit<TuneView, 'at' | 'drawn' | 'sweep' | 'tab' | 'ratio' | 'miss' | 'figure' | 'prices'>,
  sessions: readonly TuneRow[],
  sources: readonly string[],
): TuneSetup {
  const policy = policyOrDefault(view.policy ?? DEFAULT_POLICY);
  const limits = knownLimits(sessions);
  const common = mostFrequent(limits);
  const isMixed = new Set(limits).size > 1;
  const under = view.under === 'own' ? null : (view.under ?? (isMixed ? common : null));
  const around = under ?? common ?? UNKNOWN_LIMIT;
  const today = todaySettings(policy, view.fixed, around);
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
  const fixed = Object.fromEntries(Object.entries(view.fixed).filter(([key]) => !swept.has(key)));
  const through = axes.map(({ today: own }) => own);
  return {
    policy,
    x,
    y,
    axes,
    today,
    fixed,
    under,
    common,
    limit: under ?? limits.reduce<number | null>((a, b) => Math.min(a ?? b, b), null),
    compared,
    tune: tunePlan({
      policy,
      settings: fixed,
      axes: axes.map(({ axis }) => axis),
      sample: axes.length > 2 ? { ...(view.sample ?? FIRST_SAMPLE), through } : null,
      limit: under,
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

/** Policies that can be tuned: those with a number to sweep. */
export const tunable: readonly Policy[] = policies.filter(
  (policy) => axisFields(policy).length > 0 && policy.traits.recording !== true,
);

/** A view whose policy is known, and a sentence where the corpus's sessions ran under several. */
interface ShownView {
  readonly shown: TuneView & { readonly policy: string };
  readonly mixed: string | null;
}

/**
 * The view with the policy that the corpus opens with, where it names none: that of the most recorded
 * sessions, in their version where they share one.
 */
export function shownView(view: TuneView, rows: readonly CorpusRow[]): ShownView {
  const recorded = rows.filter(({ generated }) => !generated);
  const opened = (recorded.length > 0 ? recorded : rows).flatMap(({ opening }) => opening ?? []);
  const found = corpusPolicy(opened, (policy) => tunable.includes(policy));
  if (view.policy !== null) {
    const asked = { ...found, policy: policyOrDefault(view.policy) };
    return { shown: { ...view, policy: view.policy }, mixed: mixedWords(asked) };
  }
  const { policy, preset } = found;
  const fixed = { ...(preset?.settings as Settings | undefined), ...view.fixed };
  return { shown: { ...view, policy: policy.id, fixed }, mixed: mixedWords(found) };
}

/** Limits of the recorded sessions, else of the generated ones. */
function knownLimits(sessions: readonly TuneRow[]): readonly number[] {
  const of = (generated: boolean): readonly number[] =>
    sessions.flatMap(({ facts, limit }) =>
      facts.generated === generated && limit !== null ? [limit] : [],
    );
  const recorded = of(false);
  return recorded.length > 0 ? recorded : of(true);
}

function mostFrequent(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || b - a);
  return most?.[0] ?? null;
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
