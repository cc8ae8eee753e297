import {
  choiceParameters,
  filterNames,
  isId,
  parseChoice,
  type CorpusChoice,
} from '@/lib/api/contract/filter-address';
import { pricesCodec } from '@/lib/analysis/cost/price-text';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import {
  anyText,
  codec,
  group,
  noticesInto,
  oneOf,
  optional,
  queryOf,
  repeated,
  single,
  type Codec,
  type Parameter,
} from '@/lib/engine/base/address';
import { parseSetting } from '@/lib/engine/policy/setting-text';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import { DEFAULT_POLICY, findPolicy, policyOrDefault } from '@/lib/policies/registry';
import { figureIds, type FigureId } from '@/lib/tuning/figures/figure-ids';
import { preferences, type Preference } from '@/lib/tuning/recommend/preference-words';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import type { SweepSample } from '@/lib/tuning/sweep/plan';
import { sweptFields } from '@/lib/tuning/sweep/first-axes';

/** Ratios of every step, or of first steps alone. */
export const ratioKinds = ['step', 'first'] as const;
export type RatioKind = (typeof ratioKinds)[number];

/** Shares of steps that the solver may let through. */
export const missShares = [0.001, 0.005, 0.01, 0.02, 0.05] as const;

/** Points of a sample, its seed, and their most: nearest points are searched among all. */
export const FIRST_SAMPLE = { count: 200, seed: 1 } as const;
export const MOST_POINTS = 2_000;

/** Everything a link to the page holds. */
export interface TuneView {
  /** null: nothing is chosen yet. */
  readonly choice: CorpusChoice | null;
  /** Id of a kept sweep that is shown in place of a corpus; null: none. */
  readonly sweep: string | null;
  /** Key of the row of the corpus that is tuned; null: the first that can be. */
  readonly row: string | null;
  /** null: the row's own. */
  readonly policy: string | null;
  /** null: as a corpus opens. */
  readonly x: NamedRange | null;
  /** `none`: one row. */
  readonly y: NamedRange | 'none' | null;
  /** Settings that are swept besides; with them the grid becomes a sample. */
  readonly more: readonly NamedRange[];
  /** Points of the sample; null: as a corpus opens. */
  readonly sample: SweepSample | null;
  /** The settings across and up the map of a sample; null: x and y. */
  readonly drawn: readonly [x: string, y: string] | null;
  /** Settings that are neither swept nor the policy's defaults. */
  readonly fixed: Settings;
  /** Selected values of x, y and the other swept settings; null: as recommended. */
  readonly at: readonly number[] | null;
  /** Policies compared by window; null: as a corpus opens. */
  readonly compared: readonly string[] | null;
  /** Tab of the options; null: the first. */
  readonly tab: string | null;
  readonly ratio: RatioKind;
  readonly miss: (typeof missShares)[number];
  /** A figure that is computed besides and shown; null: none. */
  readonly figure: FigureId | null;
  /** What decides between settings that hold. */
  readonly prefer: Preference;
  /** Prices that overrule the list. */
  readonly prices: GivenPrices;
}

/** A view, and a sentence for each value of the address that was left out. */
interface ReadView {
  readonly view: TuneView;
  /** Why the address names no sessions: nothing is computed. */
  readonly faults: readonly string[];
  readonly notices: readonly string[];
}

/** Names of an address whose values are settings of the policy. */
const SETTING_NAMES = ['x', 'y', 'vary', 'sample', 'drawn', 'set', 'at'] as const;

const CHOICE_NAMES = ['corpus', 'sessions', ...filterNames] as const;

/** What an address holds beside sessions and policy, for a policy. */
const parametersOf = (policy: string) => {
  const axis = axisCodec(policy);
  const rowCodec = codec<NamedRange | 'none'>(
    axis.fault,
    (text) => (text === 'none' ? text : axis.parse(text)),
    (range) => (range === 'none' ? range : axis.format(range)),
  );
  return group<Omit<TuneView, 'choice' | 'sweep' | 'policy'>>({
    row: optional('row', anyText),
    x: optional('x', axis),
    y: optional('y', rowCodec),
    more: moreOf(axis),
    sample: optional('sample', sampleCodec),
    drawn: optional('drawn', drawnCodec),
    fixed: fixedOf(policy),
    at: optional('at', numbersCodec),
    compared: optional('compared', policiesCodec),
    tab: optional('tab', anyText),
    ratio: single('ratio', oneOf(ratioKinds, 'neither step nor first'), 'step'),
    miss: single('miss', missCodec, 0.01),
    figure: optional('figure', oneOf(figureIds)),
    prefer: single('prefer', oneOf(preferences, 'neither compactions nor cost'), 'compactions'),
    prices: single('prices', pricesCodec, {}),
  });
};

const policyCodec = codec('no policy has this name', (id) => findPolicy(id)?.id);
const policyParameter = optional('policy', policyCodec);

/** Reads an address. Bad values are left out, each with a notice; nothing throws. */
export function readTuneView(search: string): ReadView {
  const params = new URLSearchParams(search);
  const notices: string[] = [];
  const leftOut = noticesInto(notices);
  const given = params.get('sweep');
  const sweep = given !== null && isId(given) ? given : null;
  const chosen = given === null && isChosen(params) ? parseChoice(params) : null;
  const named = policyParameter.read(params, leftOut);
  // An older link names ContextGuard by settings alone.
  const policy = named ?? (SETTING_NAMES.some((name) => params.has(name)) ? DEFAULT_POLICY : null);
  // An older link could mix limits.
  const under = params.get('under');
  if (under !== null) leftOut('under', under, 'a row of a corpus is tuned at its own limit');
  const { y, ...rest } = parametersOf(policy ?? DEFAULT_POLICY).read(params, leftOut);
  const isTwice = y !== null && y !== 'none' && y.setting === rest.x?.setting;
  return {
    view: {
      ...rest,
      choice: chosen?.choice ?? null,
      sweep,
      policy,
      y: isTwice ? null : y,
    },
    faults:
      given !== null && sweep === null
        ? [`There is no kept sweep ${given}.`]
        : (chosen?.faults ?? []),
    notices,
  };
}

/** True for a change that means a policy: it holds values of its settings. */
export const namesSettings = ({ x, y, more, drawn, fixed, at }: Partial<TuneView>): boolean =>
  [x, y, drawn, at].some((one) => one !== null && one !== undefined) ||
  (more?.length ?? 0) > 0 ||
  fixed !== undefined;

const isChosen = (parameters: URLSearchParams): boolean =>
  CHOICE_NAMES.some((name) => parameters.has(name)) || parameters.has('all');

/** Most settings beside x and y: a kept sweep varies six. */
export const MOST_MORE = 4;

/** "window:150000-230000/5000", of a setting that a policy sweeps. */
const axisCodec = (policy: string): Codec<NamedRange> =>
  codec(
    'not a setting with from–to/step, as in window:150000-230000/5000',
    (text) => {
      const match = /^(\w+):(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text);
      const [, setting = '', from, to, step] = match ?? [];
      const field = sweptFields(policyOrDefault(policy)).find(({ key }) => key === setting);
      const axis = { setting, from: Number(from), to: Number(to), step: Number(step) };
      const isRange = axis.from < axis.to && axis.step > 0;
      const isAllowed = field !== undefined && axis.from >= field.min && axis.to <= field.max;
      return isRange && isAllowed ? axis : undefined;
    },
    ({ setting, from, to, step }) => `${setting}:${from}-${to}/${step}`,
  );

/** `vary=factor:1-5/0.5`, each setting once. */
const moreOf = ({ parse, format, fault }: Codec<NamedRange>): Parameter<readonly NamedRange[]> =>
  repeated<readonly NamedRange[]>('vary', {
    initial: [],
    add: (before, text, leftOut) => {
      const range = before.length < MOST_MORE ? parse(text) : undefined;
      if (range === undefined) {
        leftOut(fault);
        return before;
      }
      const isKnown = before.some(({ setting }) => setting === range.setting);
      return isKnown
        ? before.map((one) => (one.setting === range.setting ? range : one))
        : [...before, range];
    },
    format: (ranges) => ranges.map(format),
  });

/** `set=factor:2`; the policy's schema decides what is allowed. */
const fixedOf = (id: string): Parameter<Settings> => {
  const policy = policyOrDefault(id);
  const fields = settingFields(policy);
  return repeated<Settings>('set', {
    initial: {},
    add: (before, text, leftOut) => {
      const at = text.indexOf(':');
      const field = fields.find(({ key }) => key === text.slice(0, at));
      if (field !== undefined) {
        const next = { ...before, [field.key]: parseSetting(field, text.slice(at + 1)) };
        if (policy.settings.safeParse(next).success) return next;
      }
      leftOut(`${policy.label} does not allow it`);
      return before;
    },
    format: (fixed) => Object.entries(fixed).map(([key, value]) => `${key}:${String(value)}`),
  });
};

const numbersCodec = codec<readonly number[]>('not the numbers of the swept settings', (text) => {
  const values = text.split(',').map((one) => (one.trim() === '' ? NaN : Number(one)));
  return values.length > 1 && values.every(Number.isFinite) ? values : undefined;
});

/** "200/7": 200 points, seed 7. */
const sampleCodec = codec<SweepSample>(
  `not points and seed, at most ${MOST_POINTS}, as in 200/7`,
  (text) => {
    const [, count, seed] = /^([1-9]\d{0,3})\/(\d{1,9})$/.exec(text) ?? [];
    const sample = { count: Number(count), seed: Number(seed) };
    return sample.count <= MOST_POINTS ? sample : undefined;
  },
  ({ count, seed }) => `${count}/${seed}`,
);

const drawnCodec = codec<readonly [string, string]>(
  'not two settings, as in window,cap',
  (text) => {
    const [, across, up] = /^(\w+),(\w+)$/.exec(text) ?? [];
    return across === undefined || up === undefined || across === up ? undefined : [across, up];
  },
);

/** Ids of policies; unknown ones are passed over. */
const policiesCodec = codec<readonly string[]>('', (text) =>
  text.split(',').filter((id) => findPolicy(id)),
);

const missCodec = codec<TuneView['miss']>(`not one of ${missShares.join(', ')}`, (text) =>
  missShares.find((share) => share === Number(text)),
);

/** The address of a view; what a corpus opens with is left out. */
export function tuneAddress(view: TuneView): string {
  const { choice, policy, sweep } = view;
  const params = choice === null ? new URLSearchParams() : choiceParameters(choice);
  if (sweep !== null) params.set('sweep', sweep);
  if (choice !== null && params.size === 0) params.set('all', '1');
  policyParameter.write(policy, params);
  parametersOf(policy ?? DEFAULT_POLICY).write(view, params);
  return `/tune${queryOf(params)}`;
}
