import { parseAsked, valueOf } from '@/components/palette/asking/parse';
import { askedWords, folded, score } from '@/components/palette/asking/match';
import type { Entry, Offer } from '@/components/palette/entry';
import { toggled, trackNames } from '@/lib/answers/report/chart/chart-look';
import { trackMeanings } from '@/lib/answers/report/chart/tracks/track-values';
import { formatInteger } from '@/lib/engine/base/format';
import { settingFields, type SettingField } from '@/lib/engine/policy/fields';
import { withPreset } from '@/lib/engine/policy/preset-of';
import { policies } from '@/lib/policies/registry';
import type { ActionHost } from '../actions/action';
import { actions } from '../actions/actions';
import { printedKeys } from '../actions/printed-keys';
import { valueText } from '@/lib/engine/policy/setting-text';
import { initialSettings, workbenchTabs } from '../state/view-url';

/** What the workbench offers in the palette: its actions, its views, policies and settings. */
export const workbenchOffer =
  (host: ActionHost): Offer =>
  (asked) => [
    ...stepAnswer(host, asked),
    ...settingAnswers(host, asked),
    ...actionEntries(host),
    ...viewEntries(host),
    ...policyEntries(host),
    ...settingEntries(host),
  ];

function stepAnswer({ store }: ActionHost, asked: string): readonly Entry[] {
  const { step } = parseAsked(asked);
  const last = store.session.profile.stepCount - 1;
  if (step === null || step > last) return [];
  return [
    {
      ...{ id: `step:${step}`, section: 'Asked', isAnswer: true },
      title: `Go to step ${formatInteger(step)}`,
      hint: `of 0 to ${formatInteger(last)}`,
      run: () => store.select(step),
    },
  ];
}

/** The fields whose names hold all words of a name, the best first. */
function fieldsOf({ store }: ActionHost, name: string): readonly SettingField[] {
  const words = askedWords(name);
  return settingFields(store.frame().policy)
    .map((field) => ({ field, score: score(words, folded(`${field.label} ${field.key}`)) }))
    .filter((one): one is { field: SettingField; score: number } => one.score !== null)
    .sort((a, b) => b.score - a.score)
    .map(({ field }) => field);
}

/** Most settings that one text may set. */
const MOST_ANSWERS = 3;

function settingAnswers(host: ActionHost, asked: string): readonly Entry[] {
  const { store } = host;
  const answers = new Map<string, Entry>();
  for (const { name, value: text } of parseAsked(asked).settings) {
    for (const field of fieldsOf(host, name)) {
      const value = valueOf(field, text);
      if (value === undefined || answers.has(field.key)) continue;
      answers.set(field.key, {
        ...{ id: `set:${field.key}=${String(value)}`, section: 'Asked', isAnswer: true },
        title: `Set ${field.label} to ${valueText(field, value)}`,
        hint: `now ${valueText(field, store.frame().settings[field.key])}`,
        run: () => store.set({ [field.key]: value }),
      });
    }
  }
  return [...answers.values()].slice(0, MOST_ANSWERS);
}

/** Actions that are offered before anything is typed. */
const LIKELY = ['go-to-step', 'note', 'share', 'undo', 'freeze'];

const actionEntries = (host: ActionHost): readonly Entry[] =>
  actions
    .filter(({ isOffered }) => isOffered?.(host) !== false)
    .map((action) => ({
      ...{ id: `action:${action.id}`, section: 'Actions', title: action.title },
      keys: action.keys?.flatMap(printedKeys) ?? [],
      words: action.group,
      isLikely: LIKELY.includes(action.id),
      run: () => action.run(host),
    }));

function viewEntries({ store }: ActionHost): readonly Entry[] {
  const { tab, look } = store.frame();
  return [
    ...workbenchTabs.map((name): Entry => ({
      ...{ id: `tab:${name}`, section: 'View', title: `tab: ${name}` },
      words: `open show ${name}`,
      isLikely: true,
      ...(name === tab ? { hint: 'open' } : {}),
      run: () => store.openTab(name),
    })),
    ...trackNames.map((name): Entry => ({
      ...{ id: `track:${name}`, section: 'View', title: `track: ${trackMeanings[name][0]}` },
      hint: look.tracks.includes(name) ? 'on' : 'off',
      run: () => store.changeLook({ tracks: toggled(trackNames, store.frame().look.tracks, name) }),
    })),
  ];
}

function policyEntries({ store }: ActionHost): readonly Entry[] {
  const present = store.frame().policyId;
  return policies.flatMap((policy) => {
    const { id, label, provenance, presets } = policy;
    const use: Entry = {
      ...{ id: `policy:${id}`, section: 'Policies', title: `use ${label}` },
      hint: id === present ? 'chosen' : provenance.system,
      words: id,
      run: () => store.usePolicy(id),
    };
    const versions = presets.map((preset): Entry => ({
      ...{ id: `preset:${id}@${preset.id}`, section: 'Policies' },
      title: `use ${label}: ${preset.label}`,
      words: `${id}@${preset.id} preset version`,
      run: () => {
        const plain = initialSettings(policy, store.session.profile);
        store.useDraft(id, withPreset(policy, plain, store.initialSettings(id), preset));
      },
    }));
    return [use, ...versions];
  });
}

const settingEntries = ({ store }: ActionHost): readonly Entry[] =>
  settingFields(store.frame().policy)
    .filter(({ kind }) => kind !== 'text')
    .map((field) => ({
      ...{ id: `setting:${field.key}`, section: 'Settings', title: `${field.label} …` },
      hint: `now ${valueText(field, store.frame().settings[field.key])}`,
      words: `set change ${field.key}`,
      fills: `${field.label} = `,
    }));
