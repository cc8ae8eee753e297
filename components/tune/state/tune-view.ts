import { addressOf } from '@/components/ui/address-view';
import {
  choiceParameters,
  filterNames,
  parseChoice,
  type CorpusChoice,
} from '@/lib/host/api/contract/filter-address';
import { settingFields, type Settings } from '@/lib/policies/contract/fields';
import { DEFAULT_POLICY, findPolicy, policyOrDefault } from '@/lib/policies/registry';
import { axisFields, type AxisChoice } from './axes';

/** Ratios of every step, or of first steps alone. */
export const ratioKinds = ['step', 'first'] as const;
export type RatioKind = (typeof ratioKinds)[number];

/** Shares of steps that the solver may let through. */
export const missShares = [0.001, 0.005, 0.01, 0.02, 0.05] as const;

/** Everything a link to the page holds. */
export interface TuneView {
  /** null: nothing is chosen yet. */
  readonly choice: CorpusChoice | null;
  readonly policy: string;
  /** null: as a corpus opens. */
  readonly x: AxisChoice | null;
  /** `none`: one row. */
  readonly y: AxisChoice | 'none' | null;
  /** Settings that are neither swept nor the policy's defaults. */
  readonly fixed: Settings;
  /** Limit that every session is replayed with; `own`: each with its own; null: as a corpus opens. */
  readonly under: number | 'own' | null;
  /** Selected values of x and y; null: as recommended. */
  readonly at: readonly [x: number, y: number] | null;
  /** Policies compared by window; null: as a corpus opens. */
  readonly compared: readonly string[] | null;
  /** Tab of the options; null: the first. */
  readonly tab: string | null;
  readonly ratio: RatioKind;
  readonly miss: (typeof missShares)[number];
}

/** A view, and a sentence for each value of the address that was left out. */
interface ReadView {
  readonly view: TuneView;
  readonly notices: readonly string[];
}

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
  const isChosen = CHOICE_NAMES.some((name) => parameters.has(name)) || parameters.has('all');
  const policy = read('policy', (id) => findPolicy(id)?.id, 'no policy has this name');
  const { id } = policyOrDefault(policy ?? DEFAULT_POLICY);
  const axis = (text: string): AxisChoice | undefined => parseAxis(text, id);
  const x = read('x', axis, AXIS);
  const y = read('y', (text) => (text === 'none' ? text : axis(text)), AXIS);
  return {
    view: {
      choice: isChosen ? parseChoice(parameters) : null,
      policy: id,
      x,
      y: y !== null && y !== 'none' && y.setting === x?.setting ? null : y,
      fixed: readFixed(parameters.getAll('set'), id, notices),
      under: read('under', parseLimit, 'neither "own" nor a number of tokens'),
      at: read('at', parsePair, 'not two numbers'),
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
    },
    notices,
  };
}

const AXIS = 'not a setting with from–to/step, as in window:150000-230000/5000';

/** "window:150000-230000/5000". */
function parseAxis(text: string, policy: string): AxisChoice | undefined {
  const match = /^(\w+):(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text);
  const [, setting = '', from, to, step] = match ?? [];
  const field = axisFields(policyOrDefault(policy)).find(({ key }) => key === setting);
  const axis = { setting, from: Number(from), to: Number(to), step: Number(step) };
  const isRange = axis.from < axis.to && axis.step > 0;
  return field !== undefined && isRange && axis.from >= field.min && axis.to <= field.max
    ? axis
    : undefined;
}

const axisText = ({ setting, from, to, step }: AxisChoice): string =>
  `${setting}:${from}-${to}/${step}`;

function parseLimit(text: string): number | 'own' | undefined {
  if (text === 'own') return text;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function parsePair(text: string): readonly [number, number] | undefined {
  const [x = NaN, y = NaN, ...rest] = text.split(',').map(Number);
  return Number.isFinite(x) && Number.isFinite(y) && rest.length === 0 ? [x, y] : undefined;
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
  const { choice, policy, x, y, fixed, under, at, compared, tab, ratio, miss } = view;
  const parameters = choice === null ? new URLSearchParams() : choiceParameters(choice);
  if (choice !== null && parameters.size === 0) parameters.set('all', '1');
  if (policy !== DEFAULT_POLICY) parameters.set('policy', policy);
  if (x !== null) parameters.set('x', axisText(x));
  if (y !== null) parameters.set('y', y === 'none' ? y : axisText(y));
  for (const [key, value] of Object.entries(fixed))
    parameters.append('set', `${key}:${String(value)}`);
  if (under !== null) parameters.set('under', String(under));
  if (at !== null) parameters.set('at', at.join());
  if (compared !== null) parameters.set('compared', compared.join());
  if (tab !== null) parameters.set('tab', tab);
  if (ratio !== 'step') parameters.set('ratio', ratio);
  if (miss !== 0.01) parameters.set('miss', String(miss));
  return addressOf('/tune', parameters);
}
