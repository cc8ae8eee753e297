import {
  formatFault,
  MOST_FAULTS,
  parseFault,
  type Fault,
} from '@/lib/engine/replay/faults/faults';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';
import type { Policy } from '@/lib/engine/policy/policy';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { parseSetting } from '@/lib/engine/policy/setting-text';
import { isCarried, tableNamed } from '@/lib/engine/sizes/carried-sizes';
import {
  codec,
  group,
  indexBelow,
  noticesInto,
  oneOf,
  optional,
  queryOf,
  rangeBelow,
  repeated,
  single,
  type Codec,
} from '@/lib/engine/base/address';
import { sizeTable } from '@/lib/engine/sizes/known-tables';
import type { StepRange } from '@/lib/engine/base/decimate';
import { formatInteger } from '@/lib/engine/base/format';
import {
  assumedLimits,
  readModelLimits,
  withModelLimits,
} from '@/lib/engine/tokens/limits/model-limits';
import type { Profile, ProfileHead } from '@/lib/engine/tokens/profile';
import type { ChartLook } from '@/lib/answers/report/chart/chart-look';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import { costParameters, type CostView } from './cost-url';
import { sameDraft } from './draft';
import { lookParameters } from './look-url';

/** Tabs below the chart. */
export const workbenchTabs = [
  'steps',
  'request',
  'compactions',
  'findings',
  'cost',
  'answers',
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
  /** The steps that are marked, whose sums the page tells; null: none. */
  readonly marked: StepRange | null;
  readonly tab: WorkbenchTab;
  readonly fit: ValueFit;
  /** The part of the request that the request tab shows: "result:kubectl_get"; null: all of it. */
  readonly part: string | null;
  /** Key of the compaction that was chosen; null: the one that the step shows. */
  readonly compaction: string | null;
  /** Question of the answers tab; null: the first of the list. */
  readonly question: string | null;
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
  /** Limits of the session's models that are assumed, as a link brings them along. */
  readonly limits?: readonly string[];
  /** The table of sizes of a what-if as a link brings it along (`carriedSizes`); null for none. */
  readonly sizesOf?: (what: Pick<WorkbenchState, 'policyId' | 'settings'>) => string | null;
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

/** The request's part, cut where it is long. */
const partCodec = codec('', (text) => text.slice(0, LONGEST));

const questionCodec = codec('not the name of a question', (text) =>
  /^[a-z][a-z-]{0,40}$/.test(text) ? text : undefined,
);

const faultsParameter = repeated<readonly Fault[]>('fault', {
  initial: [],
  add: (before, text, leftOut) => {
    const parsed = parseFault(text);
    // The message is a whole sentence.
    if (!parsed.ok) leftOut(parsed.error.message.replace(/\.$/, ''));
    else if (before.length === MOST_FAULTS) leftOut(`a replay takes ${MOST_FAULTS} faults`);
    else return [...before, parsed.value];
    return before;
  },
  format: (faults) => faults.map(formatFault),
});

/** What steps and compactions are checked against. */
interface Recording {
  readonly stepCount: number;
  readonly head: Pick<ViewSubject['head'], 'compactions'>;
}

/** A compaction of the replay ("143") or of the recording ("r0"), as `compactionsOf` names them. */
const compactionOf = ({ stepCount, head }: Recording): Codec<string> =>
  codec('the session has no such compaction', (text) => {
    const [, recorded, number] = /^(r?)(\d{1,9})$/.exec(text) ?? [];
    const isKnown =
      recorded === 'r'
        ? head.compactions[Number(number)]?.kind === 'summary'
        : recorded === '' && Number(number) < stepCount;
    return isKnown ? text : undefined;
  });

/** Holds the limits of models that a link brings along; it stays in the address of a session that is open. */
export const LIMIT_KEY = 'model-limit';

/** A session under the limits that an address brings, and a notice of each that is another here. */
export function underLink(
  search: string,
  profile: Profile,
): { readonly profile: Profile; readonly notices: readonly string[] } {
  const limits = readModelLimits(new URLSearchParams(search).getAll(LIMIT_KEY));
  const notices = [...assumedLimits(profile)].flatMap(([model, { tokens }]) => {
    const other = limits.get(model)?.tokens ?? tokens;
    if (other === tokens) return [];
    return `This link brings ${formatInteger(other)} tokens as the limit of ${model}, which has ${formatInteger(tokens)} here: the link’s is taken. Remove “${LIMIT_KEY}=” from the address for that of this Highwater.`;
  });
  return { profile: notices.length === 0 ? profile : withModelLimits(profile, limits), notices };
}

/** Everything of a link but policy and settings; `usual` is the step of one that names none. */
const parametersOf = (subject: Recording, usual: number | null) => {
  const { stepCount } = subject;
  const steps = `steps 0 to ${stepCount - 1}`;
  const ranges = rangeBelow(stepCount, `not a range within ${steps}`);
  return group<Omit<WorkbenchState, 'policyId' | 'settings'>>({
    faults: faultsParameter,
    step: optional('step', indexBelow(stepCount, steps), usual),
    range: optional('range', ranges),
    marked: optional('marked', ranges),
    tab: single('tab', oneOf(workbenchTabs), 'steps'),
    fit: single('fit', oneOf(valueFits), 'window'),
    part: optional('in', partCodec),
    compaction: optional('compaction', compactionOf(subject)),
    question: optional('question', questionCodec),
    look: lookParameters,
    cost: costParameters,
  });
};

/** Reserved names of a link; other names are settings. */
export const VIEW_KEYS: readonly string[] = [
  'policy',
  'b',
  ...parametersOf({ stepCount: 0, head: { compactions: [] } }, null).names,
];

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
  const leftOut = noticesInto(notices);
  const named = namedPolicy(params);
  const own = named === OWN_POLICY ? opening : null;
  const policyId = own?.policyId ?? (named === OWN_POLICY ? DEFAULT_POLICY : named);
  const policy = policyOrDefault(policyId);
  if (policy.id !== policyId) leftOut('policy', named, 'no policy has this name');
  let settings = own?.settings ?? initialSettings(policy, subject);
  for (const field of settingFields(policy)) {
    const text = params.get(field.key);
    if (text === null) continue;
    const value = parseSetting(field, text);
    const parsed = policy.settings.safeParse({ ...settings, [field.key]: value });
    if (parsed.success) settings = parsed.data as Settings;
    else if (field.sizeTables) notices.push(missingTable(text, String(settings[field.key])));
    else leftOut(field.key, text, allowedWords(field));
  }
  const shown = withSizesHere({ policyId: policy.id, settings }, subject, notices);
  const rest = parametersOf(subject, own?.step ?? null).read(params, leftOut);
  return { view: { ...shown, ...rest }, notices };
}

/** A link that brings the numbers of a table along has that table's name where it has the same numbers here. */
function withSizesHere(
  { policyId, settings }: Pick<WorkbenchState, 'policyId' | 'settings'>,
  { sizesOf }: ViewSubject,
  notices: string[],
): Pick<WorkbenchState, 'policyId' | 'settings'> {
  const brought = String(settings['sizes']);
  if (!isCarried(brought)) return { policyId, settings };
  const named = tableNamed(brought);
  const isKnown = sizeTable(named) !== null;
  const here = { policyId, settings: { ...settings, sizes: named } };
  if (isKnown && sizesOf?.(here) === brought) return here;
  notices.push(
    `This link brings its own numbers of the table of sizes ${named}, which ${isKnown ? 'has others here' : 'is not here'}: sizes and band are the link’s. Reset “Table of sizes” for those of this Highwater.`,
  );
  return { policyId, settings };
}

const missingTable = (named: string, shown: string): string =>
  isCarried(named)
    ? `The numbers that this link brings of the table of sizes ${tableNamed(named)} cannot be read: the link was cut or changed, or a later Highwater made it. It is shown with ${shown}.`
    : `This link names the table of sizes ${named}, which is not here; it is shown with ${shown}. Put the table’s file into the folder “sizes” beside the library, then reload the page.`;

function allowedWords({ kind, min, max, options }: SettingField): string {
  if (kind === 'choice') return `not one of ${options.join(', ')}`;
  if (kind === 'boolean') return 'neither true nor false';
  return `not ${kind === 'integer' ? 'a whole number' : 'a number'} from ${min} to ${max}`;
}

/** The address's query: what differs from how the session opens, and names that are not ours. */
export function writeView(view: WorkbenchState, subject: ViewSubject, search: string): string {
  const { opening } = subject;
  if (opening?.policyId !== view.policyId) return namedView(view, subject, search);
  const params = foreignOf(view, subject, search);
  writeSettings(view, opening.settings, params, { pinned: false });
  parametersOf(subject, opening.step).write(view, params);
  return queryOf(params);
}

/**
 * The query of a link to share: policy and settings too, what a band is made of and the limits that are
 * assumed, so that it shows the same in any version.
 */
export function sharedView(view: WorkbenchState, subject: ViewSubject, search: string): string {
  // What is shown as it ran has no band.
  const isRecording =
    subject.opening !== null && sameDraft(view, { ...subject.opening, faults: [] });
  const sizes = isRecording ? null : (subject.sizesOf?.(view) ?? null);
  const settings = sizes === null ? view.settings : { ...view.settings, sizes };
  const params = new URLSearchParams(search);
  params.delete(LIMIT_KEY);
  for (const limit of subject.limits ?? []) params.append(LIMIT_KEY, limit);
  return namedView({ ...view, settings }, subject, params.toString());
}

/** The query with policy and settings, whichever the session opens with. */
function namedView(view: WorkbenchState, subject: ViewSubject, search: string): string {
  const policy = policyOrDefault(view.policyId);
  const params = foreignOf(view, subject, search);
  if (subject.opening !== null || policy.id !== DEFAULT_POLICY) params.set('policy', policy.id);
  writeSettings(view, initialSettings(policy, subject), params, { pinned: true });
  parametersOf(subject, null).write(view, params);
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
  for (const key of ours) params.delete(key);
  return params;
}
