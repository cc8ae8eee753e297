import { valueWithUnit } from '@/lib/engine/policy/setting-text';
import { addressOfLanes } from '@/components/compare/state/compare-view';
import { formatLane } from '@/lib/analysis/compare/lane-text';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import type { RunBrief } from '@/lib/api/contract/run-contract';
import { settingFields } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { findPolicy } from '@/lib/policies/registry';
import { parseFault } from '@/lib/engine/replay/faults/faults';

type Question = RunBrief['question'];

/** A setting of a run, named as the form names it. */
export interface RunSetting {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** It is the policy's default today. */
  readonly usual: boolean;
}

/** Label of the policy; its id where this version knows it no more. */
export const policyLabel = ({ policy }: Question): string => findPolicy(policy)?.label ?? policy;

/** "highwater 0.1.0+engine.3" as every page names it: "Highwater 0.1.0, engine 3". */
export const producerWords = (producer: string): string =>
  producer.replace(/^highwater (\S+)\+engine\.(\d+)$/, 'Highwater $1, engine $2');

/** Label of the preset that the settings are; null for settings of one's own. */
export function presetLabel({ policy: id, preset }: Question): string | null {
  if (preset === null) return null;
  const policy = findPolicy(id);
  return policy?.presets.find((one) => one.id === preset)?.label ?? preset;
}

/** Every setting of a run, in the order of the form, those that differ from the default first. */
export function runSettings({ policy: id, settings }: Question): readonly RunSetting[] {
  const policy: Policy | undefined = findPolicy(id);
  const fields = new Map((policy ? settingFields(policy) : []).map((one) => [one.key, one]));
  const all = Object.entries(settings).map(([key, value]): RunSetting => {
    const field = fields.get(key);
    return {
      key,
      label: field?.label ?? key,
      value: valueWithUnit(field ?? { unit: undefined }, value),
      usual: field?.initial === value,
    };
  });
  return [...all.filter(({ usual }) => !usual), ...all.filter(({ usual }) => usual)];
}

/** What is said of a run whose session is gone: whether another one has the same numbers. */
export const goneWords = ({ opens }: Pick<RunBrief, 'opens'>): string =>
  opens === null
    ? 'no longer in the library'
    : 'no longer in the library; another session has the same numbers';

/** Address of the workbench under a run's policy, settings and faults. */
export function workbenchAddress(session: string, question: Question): string {
  const params = new URLSearchParams({ policy: question.policy });
  for (const [key, value] of Object.entries(question.settings)) params.set(key, String(value));
  for (const fault of question.faults) params.append('fault', fault);
  return `/sessions/${session}?${params.toString()}`;
}

/** A run as a lane: every setting is named, since a session's own values may be others by now. */
function laneOfRun(session: string, question: Question): string {
  const { policy, settings, faults } = question;
  const read = faults.flatMap((text) => {
    const fault = parseFault(text);
    return fault.ok ? [fault.value] : [];
  });
  return formatLane({ session, policy, preset: null, settings, faults: read });
}

/** Address of the page Compare: the session as it opens today, and the run. */
export const comparedAddress = (session: string, question: Question): string =>
  addressOfLanes([`${session}:${OWN_POLICY}`, laneOfRun(session, question)]);

/** Text that a search looks through, in small letters. */
export function searchedText({ session, question, note, number, producer }: RunBrief): string {
  const settings = runSettings(question)
    .filter(({ usual }) => !usual)
    .map(({ key, label, value }) => `${key} ${label} ${value}`);
  const of = [`run ${number}`, session.name, session.agent, session.model ?? '', note, producer];
  const asked = [policyLabel(question), question.policy, presetLabel(question) ?? ''];
  return [...of, ...asked, ...settings, ...question.faults].join('\n').toLowerCase();
}
