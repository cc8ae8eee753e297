import { formatInteger } from '@/lib/base/format';
import type { RunBrief } from '@/lib/host/api/contract/run-contract';
import { settingFields } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import { findPolicy } from '@/lib/policies/registry';

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
    const unit = field?.unit === undefined || typeof value !== 'number' ? '' : ` ${field.unit}`;
    return {
      key,
      label: field?.label ?? key,
      value: `${valueText(value)}${unit}`,
      usual: field?.initial === value,
    };
  });
  return [...all.filter(({ usual }) => !usual), ...all.filter(({ usual }) => usual)];
}

/** "180,000", "7.5", "yes", "none". */
export function valueText(value: string | number | boolean | null): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && Number.isInteger(value)) return formatInteger(value);
  return String(value);
}

/** Address of the workbench under a run's policy, settings and faults. */
export function workbenchAddress(session: string, question: Question): string {
  const params = new URLSearchParams({ policy: question.policy });
  for (const [key, value] of Object.entries(question.settings)) params.set(key, String(value));
  for (const fault of question.faults) params.append('fault', fault);
  return `/sessions/${session}?${params.toString()}`;
}

/** Text that a search looks through, in small letters. */
export function searchedText({ session, question, note, number, producer }: RunBrief): string {
  const settings = runSettings(question)
    .filter(({ usual }) => !usual)
    .map(({ key, label, value }) => `${key} ${label} ${value}`);
  const of = [`run ${number}`, session.name, session.agent, session.model ?? '', note, producer];
  const asked = [policyLabel(question), question.policy, presetLabel(question) ?? ''];
  return [...of, ...asked, ...settings, ...question.faults].join('\n').toLowerCase();
}
