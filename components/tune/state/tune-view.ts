import { addressOf } from '@/components/ui/address-view';
import {
  choiceParameters,
  filterNames,
  isId,
  parseChoice,
  type CorpusChoice,
} from '@/lib/api/contract/filter-address';
import { parsePrices, PRICES_FORM, pricesText } from '@/lib/analysis/cost/price-text';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import { DEFAULT_POLICY, findPolicy, policyOrDefault } from '@/lib/policies/registry';
import { figureIds, type FigureId } from '@/lib/tuning/figures/figure-ids';
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
  /** null: the one that the most sessions of the corpus open with. */
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
  /** Limit that every session is replayed with; `own`: each with its own; null: as a corpus opens. */
  readonly under: number | 'own' | null;
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

/** Reads an address. Bad values are left out, each with a notice; nothing throws. */
export function readTuneView(search: string): ReadView {
  const parameters = new URLSearchParams(search);
  const notices: string[] = [];
  const read = <T>(name: string, parse: (text: string) => T | undefined, why: string): T | null => {
    const text = parameters.get(name);
    if (text === null) return null;
    const value = parse(text);
    if (value === undefined) notices.push(`${name}=${text} was left out: ${why}.`);
    return value ?? null;
  };
  const given = parameters.get('sweep');
  const sweep = given !== null && isId(given) ? given : null;
  const chosen = given === null && isChosen(parameters) ? parseChoice(parameters) : null;
  const named = read('policy', (id) => findPolicy(id)?.id, 'no policy has this name');
  // An older link names ContextGuard by settings alone.
  const policy =
    named ?? (SETTING_NAMES.some((name) => parameters.has(name)) ? DEFAULT_POLICY : null);
  const id = policy ?? DEFAULT_POLICY;
  const axis = (text: string): NamedRange | undefined => parseAxis(text, id);
  const x = read('x', axis, AXIS);
  const y = read('y', (text) => (text === 'none' ? text : axis(text)), AXIS);
  return {
    view: {
      choice: chosen?.choice ?? null,
      sweep,
      policy,
      x,
      y: y !== null && y !== 'none' && y.setting === x?.setting ? null : y,
      more: readMore(parameters.getAll('vary'), axis, notices),
      sample: read(
        'sample',
        parseSample,
        `not points and seed, at most ${MOST_POINTS}, as in 200/7`,
      ),
      drawn: read('drawn', parseDrawn, 'not two settings, as in window,cap'),
      fixed: readFixed(parameters.getAll('set'), id, notices),
      under: read('under', parseLimit, 'neither "own" nor a number of tokens'),
      at: read('at', parseNumbers, 'not the numbers of the swept settings'),
      compared: read('compared', (text) => text.split(',').filter((one) => findPolicy(one)), ''),
      tab: parameters.get('tab'),
      ratio:
        read(
          'ratio',
          (text) => ratioKinds.find((kind) => kind === text),
          'neither step nor first',
        ) ?? 'step',
      miss:
        read(
          'miss',
          (text) => missShares.find((share) => share === Number(text)),
          `not one of ${missShares.join(', ')}`,
        ) ?? 0.01,
      figure: read(
        'figure',
        (text) => figureIds.find((one) => one === text),
        `not one of ${figureIds.join(', ')}`,
      ),
      prices: read('prices', parsePrices, PRICES_FORM) ?? {},
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

const AXIS = 'not a setting with from–to/step, as in window:150000-230000/5000';

/** "window:150000-230000/5000". */
function parseAxis(text: string, policy: string): NamedRange | undefined {
  const match = /^(\w+):(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text);
  const [, setting = '', from, to, step] = match ?? [];
  const field = sweptFields(policyOrDefault(policy)).find(({ key }) => key === setting);
  const axis = { setting, from: Number(from), to: Number(to), step: Number(step) };
  const isRange = axis.from < axis.to && axis.step > 0;
  return field !== undefined && isRange && axis.from >= field.min && axis.to <= field.max
    ? axis
    : undefined;
}

const axisText = ({ setting, from, to, step }: NamedRange): string =>
  `${setting}:${from}-${to}/${step}`;

function parseLimit(text: string): number | 'own' | undefined {
  if (text === 'own') return text;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function parseNumbers(text: string): readonly number[] | undefined {
  const values = text.split(',').map((one) => (one.trim() === '' ? NaN : Number(one)));
  return values.length > 1 && values.every(Number.isFinite) ? values : undefined;
}

/** "200/7": 200 points, seed 7. */
function parseSample(text: string): SweepSample | undefined {
  const [, count, seed] = /^([1-9]\d{0,3})\/(\d{1,9})$/.exec(text) ?? [];
  const sample = { count: Number(count), seed: Number(seed) };
  return sample.count <= MOST_POINTS ? sample : undefined;
}

function parseDrawn(text: string): readonly [string, string] | undefined {
  const [, across, up] = /^(\w+),(\w+)$/.exec(text) ?? [];
  return across === undefined || up === undefined || across === up ? undefined : [across, up];
}

/** Reads `vary=factor:1-5/0.5`, each setting once. */
function readMore(
  texts: readonly string[],
  parse: (text: string) => NamedRange | undefined,
  notices: string[],
): readonly NamedRange[] {
  const ranges = new Map<string, NamedRange>();
  for (const text of texts) {
    const range = ranges.size < MOST_MORE ? parse(text) : undefined;
    if (range === undefined) notices.push(`vary=${text} was left out: ${AXIS}.`);
    else ranges.set(range.setting, range);
  }
  return [...ranges.values()];
}

/** Reads `set=factor:2`; the policy's schema decides what is allowed. */
function readFixed(texts: readonly string[], id: string, notices: string[]): Settings {
  const policy = policyOrDefault(id);
  const fields = settingFields(policy);
  let fixed: Settings = {};
  for (const text of texts) {
    const at = text.indexOf(':');
    const field = fields.find(({ key }) => key === text.slice(0, at));
    const value = field && valueOf(field.kind, text.slice(at + 1));
    const next: Settings = { ...fixed, ...(field && { [field.key]: value }) };
    if (field !== undefined && policy.settings.safeParse(next).success) fixed = next;
    else notices.push(`set=${text} was left out: ${policy.label} does not allow it.`);
  }
  return fixed;
}

function valueOf(kind: string, text: string): unknown {
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (kind !== 'integer' && kind !== 'number') return text;
  return text.trim() === '' ? text : Number(text);
}

/** The address of a view; what a corpus opens with is left out. */
export function tuneAddress(view: TuneView): string {
  const { choice, policy, x, y, more, sample, drawn, fixed, under, at, compared } = view;
  const { tab, ratio, miss, figure } = view;
  const parameters = choice === null ? new URLSearchParams() : choiceParameters(choice);
  if (view.sweep !== null) parameters.set('sweep', view.sweep);
  if (choice !== null && parameters.size === 0) parameters.set('all', '1');
  if (policy !== null) parameters.set('policy', policy);
  if (x !== null) parameters.set('x', axisText(x));
  if (y !== null) parameters.set('y', y === 'none' ? y : axisText(y));
  for (const range of more) parameters.append('vary', axisText(range));
  if (sample !== null) parameters.set('sample', `${sample.count}/${sample.seed}`);
  if (drawn !== null) parameters.set('drawn', drawn.join());
  for (const [key, value] of Object.entries(fixed))
    parameters.append('set', `${key}:${String(value)}`);
  if (under !== null) parameters.set('under', String(under));
  if (at !== null) parameters.set('at', at.join());
  if (compared !== null) parameters.set('compared', compared.join());
  if (tab !== null) parameters.set('tab', tab);
  if (ratio !== 'step') parameters.set('ratio', ratio);
  if (miss !== 0.01) parameters.set('miss', String(miss));
  if (figure !== null) parameters.set('figure', figure);
  const prices = pricesText(view.prices);
  if (prices !== '') parameters.set('prices', prices);
  return addressOf('/tune', parameters);
}
