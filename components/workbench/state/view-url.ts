import {
  formatFault,
  MOST_FAULTS,
  parseFault,
  type Fault,
} from '@/lib/engine/replay/faults/faults';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';
import type { Policy } from '@/lib/engine/policy/policy';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { ProfileHead } from '@/lib/engine/tokens/profile';
import type { ChartLook } from '@/lib/answers/report/chart/chart-look';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import { COST_KEYS, readCost, writeCost, type CostView } from './cost-url';
import { LOOK_KEYS, readLook, writeLook } from './look-url';

/** Tabs below the chart. */
export const workbenchTabs = [
  'steps',
  'request',
  'compactions',
  'findings',
  'cost',
  'estimators',
  'receipt',
] as const;
export type WorkbenchTab = (typeof workbenchTabs)[number];

/** Top of the chart's values: above window and threshold too, or above the data alone. */
export const valueFits = ['window', 'data'] as const;
export type ValueFit = (typeof valueFits)[number];

/** Everything a link to the workbench holds. */
export interface WorkbenchState {
  readonly policyId: string;
  /** Complete: a setting that the link leaves out has the session's default. */
  readonly settings: Settings;
  /** In the order the link names them. */
  readonly faults: readonly Fault[];
  /** null: the first event. */
  readonly step: number | null;
  /** null: all steps. */
  readonly range: StepRange | null;
  readonly tab: WorkbenchTab;
  readonly fit: ValueFit;
  /** The part of the request that the request tab shows: "result:kubectl_get"; null: all of it. */
  readonly part: string | null;
  /** Key of the compaction that was chosen; null: the one that the step shows. */
  readonly compaction: string | null;
  readonly look: ChartLook;
  readonly cost: CostView;
}

/** A session as its agent ran: the policy that models it, and the step of its first event. */
export interface OpeningView extends Pick<WorkbenchState, 'policyId' | 'settings'> {
  readonly step: number;
}

/** The session that a link's values are checked against. */
export interface ViewSubject {
  readonly stepCount: number;
  readonly head: Pick<ProfileHead, 'source' | 'limit' | 'guard' | 'compactions'>;
  /** What an address that names nothing opens; null where no policy models the agent: ContextGuard. */
  readonly opening: OpeningView | null;
}

/** The settings a policy opens a session with. */
export function initialSettings(
  policy: Policy,
  { head }: { readonly head: ViewSubject['head'] },
): Settings {
  return sessionSettings(policy, head) as Settings;
}

/** A view and a notice for each value left out of it. */
interface ReadView {
  readonly view: WorkbenchState;
  readonly notices: readonly string[];
}

/** Most characters of a part's name. */
const LONGEST = 200;

/** Reserved names of a link; other names are settings. */
export const VIEW_KEYS = [
  'policy',
  'fault',
  'step',
  'range',
  'tab',
  'fit',
  'in',
  'compaction',
  'b',
  ...LOOK_KEYS,
  ...COST_KEYS,
] as const;

/** Every name of a link to a policy that is ours. */
const keysOf = (policy: Policy): readonly string[] => [
  ...VIEW_KEYS,
  ...settingFields(policy).map(({ key }) => key),
];

/** The policy that a link names; one that names none means the one that the session opens with. */
const namedPolicy = (params: URLSearchParams): string => params.get('policy') ?? OWN_POLICY;

/** Reads a link. Bad values are left out, each with a notice; nothing throws. */
export function readView(search: string, subject: ViewSubject): ReadView {
  const params = new URLSearchParams(search);
  const { opening } = subject;
  const notices: string[] = [];
  const leftOut = (key: string, why: string): void => {
    notices.push(`${key}=${params.get(key) ?? ''} was left out: ${why}.`);
  };
  const named = namedPolicy(params);
  const own = named === OWN_POLICY ? opening : null;
  const policyId = own?.policyId ?? (named === OWN_POLICY ? DEFAULT_POLICY : named);
  const policy = policyOrDefault(policyId);
  if (policy.id !== policyId) leftOut('policy', 'no policy has this name');
  let settings = own?.settings ?? initialSettings(policy, subject);
  for (const field of settingFields(policy)) {
    const text = params.get(field.key);
    if (text === null) continue;
    const parsed = policy.settings.safeParse({ ...settings, [field.key]: parseValue(field, text) });
    if (parsed.success) settings = parsed.data as Settings;
    else if (field.sizeTables) notices.push(missingTable(text, String(settings[field.key])));
    else leftOut(field.key, allowedWords(field));
  }
  for (const key of strangeKeys(params, policy))
    leftOut(key, `${policy.label} has no such setting`);
  const faults = readFaults(params.getAll('fault'), notices);
  const step = readStep(params.get('step'), subject);
  if (step === undefined) leftOut('step', stepWords(subject));
  const range = readRange(params.get('range'), subject);
  if (range === undefined) leftOut('range', `not a range within ${stepWords(subject)}`);
  const tab = workbenchTabs.find((name) => name === (params.get('tab') ?? 'steps'));
  if (tab === undefined) leftOut('tab', `not one of ${workbenchTabs.join(', ')}`);
  const fit = valueFits.find((name) => name === (params.get('fit') ?? 'window'));
  if (fit === undefined) leftOut('fit', `not one of ${valueFits.join(', ')}`);
  const compaction = readCompaction(params.get('compaction'), subject);
  if (compaction === undefined) leftOut('compaction', 'the session has no such compaction');
  const look = readLook(params, leftOut);
  const cost = readCost(params, leftOut);
  return {
    view: {
      policyId: policy.id,
      settings,
      faults,
      step: step ?? own?.step ?? null,
      range: range ?? null,
      tab: tab ?? 'steps',
      fit: fit ?? 'window',
      part: params.get('in')?.slice(0, LONGEST) ?? null,
      compaction: compaction ?? null,
      look,
      cost,
    },
    notices,
  };
}

/** Settings of ContextGuard, which older links without a policy meant, that the session's policy lacks. */
function strangeKeys(params: URLSearchParams, policy: Policy): readonly string[] {
  if (params.has('policy')) return [];
  const own = keysOf(policy);
  return keysOf(policyOrDefault(DEFAULT_POLICY)).filter(
    (key) => params.has(key) && !own.includes(key),
  );
}

const missingTable = (named: string, shown: string): string =>
  `This link names the table of sizes ${named}, which is not here; it is shown with ${shown}. Put the table’s file into the folder “sizes” beside the library, then reload the page.`;

function readFaults(texts: readonly string[], notices: string[]): readonly Fault[] {
  const faults: Fault[] = [];
  for (const text of texts) {
    const parsed = parseFault(text);
    if (!parsed.ok) notices.push(`fault=${text} was left out: ${parsed.error.message}`);
    else if (faults.length === MOST_FAULTS) {
      notices.push(`fault=${text} was left out: a replay takes ${MOST_FAULTS} faults.`);
    } else faults.push(parsed.value);
  }
  return faults;
}

function parseValue({ kind }: SettingField, text: string): unknown {
  if (kind === 'choice') return text;
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text.trim() === '' ? text : Number(text);
}

function allowedWords({ kind, min, max, options }: SettingField): string {
  if (kind === 'choice') return `not one of ${options.join(', ')}`;
  if (kind === 'boolean') return 'neither true nor false';
  return `not ${kind === 'integer' ? 'a whole number' : 'a number'} from ${min} to ${max}`;
}

const stepWords = ({ stepCount }: ViewSubject): string => `steps 0 to ${stepCount - 1}`;

/** null: not named, undefined: bad. */
function readStep(text: string | null, { stepCount }: ViewSubject): number | null | undefined {
  if (text === null) return null;
  return /^\d{1,9}$/.test(text) && Number(text) < stepCount ? Number(text) : undefined;
}

/** As `compactionsOf` names them; null: not named, undefined: bad. */
function readCompaction(
  text: string | null,
  { stepCount, head }: ViewSubject,
): string | null | undefined {
  if (text === null) return null;
  const [, recorded, number] = /^(r?)(\d{1,9})$/.exec(text) ?? [];
  if (recorded === 'r') {
    return head.compactions[Number(number)]?.kind === 'summary' ? text : undefined;
  }
  return recorded === '' && Number(number) < stepCount ? text : undefined;
}

function readRange(text: string | null, { stepCount }: ViewSubject): StepRange | null | undefined {
  if (text === null) return null;
  const match = /^(\d{1,9})-(\d{1,9})$/.exec(text);
  const from = Number(match?.[1] ?? NaN);
  const to = Number(match?.[2] ?? NaN);
  return from < to && to < stepCount ? { from, to } : undefined;
}

/** The address's query: what differs from how the session opens, and names that are not ours. */
export function writeView(view: WorkbenchState, subject: ViewSubject, search: string): string {
  const { opening } = subject;
  if (opening?.policyId !== view.policyId) return namedView(view, subject, search);
  const params = foreignOf(view, subject, search);
  writeSettings(view, opening.settings, params, { pinned: false });
  writeRest(view, params, opening.step);
  return queryOf(params);
}

/** The query of a link to share: policy and settings too, so that it shows the same in any version. */
export function namedView(view: WorkbenchState, subject: ViewSubject, search: string): string {
  const policy = policyOrDefault(view.policyId);
  const params = foreignOf(view, subject, search);
  if (subject.opening !== null || policy.id !== DEFAULT_POLICY) params.set('policy', policy.id);
  writeSettings(view, initialSettings(policy, subject), params, { pinned: true });
  writeRest(view, params, null);
  return queryOf(params);
}

/** Writes the settings that differ; `pinned`: those too whose default a later version may change. */
function writeSettings(
  { policyId, settings }: WorkbenchState,
  initial: Settings,
  params: URLSearchParams,
  { pinned: isWhole }: { readonly pinned: boolean },
): void {
  const fields = settingFields(policyOrDefault(policyId));
  const isChanged = ({ key }: SettingField): boolean => settings[key] !== initial[key];
  const isPinned = isWhole || fields.some(isChanged);
  for (const field of fields.filter((one) => isChanged(one) || (isPinned && one.pinned))) {
    params.set(field.key, String(settings[field.key]));
  }
}

/** Writes everything but policy and settings; the step where it is not the usual one. */
function writeRest(view: WorkbenchState, params: URLSearchParams, usual: number | null): void {
  for (const fault of view.faults) params.append('fault', formatFault(fault));
  if (view.step !== null && view.step !== usual) params.set('step', `${view.step}`);
  if (view.range) params.set('range', `${view.range.from}-${view.range.to}`);
  if (view.tab !== 'steps') params.set('tab', view.tab);
  if (view.fit !== 'window') params.set('fit', view.fit);
  if (view.part !== null) params.set('in', view.part);
  if (view.compaction !== null) params.set('compaction', view.compaction);
  writeLook(view.look, params);
  writeCost(view.cost, params);
}

/** The address's names that are not ours, under the policy it shows or the view's. */
function foreignOf(
  view: WorkbenchState,
  { opening }: ViewSubject,
  search: string,
): URLSearchParams {
  const params = new URLSearchParams(search);
  const named = namedPolicy(params);
  const left = policyOrDefault(named === OWN_POLICY ? (opening?.policyId ?? named) : named);
  const ours = [left, policyOrDefault(view.policyId)].flatMap(keysOf);
  for (const key of [...ours, ...strangeKeys(params, left)]) params.delete(key);
  return params;
}

function queryOf(params: URLSearchParams): string {
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}
