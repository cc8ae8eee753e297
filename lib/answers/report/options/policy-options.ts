/** The options of a policy under some settings, as its users and Highwater's would write them. */
import { yamlText } from '@/lib/engine/base/text/yaml-text';
import { settingFields, unusedBy, type Settings } from '@/lib/engine/policy/fields';
import { namedSettings } from '@/lib/engine/policy/named-settings';
import { jsonSnippet, type OptionSnippet } from '@/lib/engine/policy/options';
import { valueText } from '@/lib/engine/policy/setting-text';
import type { Policy } from '@/lib/engine/policy/policy';
import { ownOptions } from '@/lib/policies/own-options';
import { measuredSummarySettings } from '@/lib/engine/policy/summary';

export type { OptionSnippet } from '@/lib/engine/policy/options';

/** Snippets of a policy's settings, and what they leave out. */
export interface PolicyOptions {
  /** The system's own first, settings before source patches; then Highwater's YAML and JSON. */
  readonly snippets: readonly OptionSnippet[];
  /** A sentence on each setting that differs from the policy's default and that no snippet sets. */
  readonly notSettable: readonly string[];
}

/** Settings that size a summary: no system has them, for they stand for what its model writes. */
const assumed = Object.keys(measuredSummarySettings.shape);

/** The options of a policy; `settings` are complete, as its schema gives them. */
export function policyOptions(policy: Policy, settings: Settings): PolicyOptions {
  const own = ownOptions(policy, settings);
  const ours = highwaterSnippets(policy, settings);
  if (own === undefined) {
    const text = `${policy.label} is Highwater’s own: no system has these settings.`;
    return { snippets: ours, notSettable: [text] };
  }
  const set = new Set(own.snippets.flatMap(({ sets }) => sets));
  const left = settingFields(policy).filter(
    (field) =>
      !set.has(field.key) &&
      settings[field.key] !== field.initial &&
      unusedBy(field, policy, settings) === null,
  );
  const notSettable = left.map((field) => {
    const { key, label } = field;
    const value = `${label} ${valueText(field, settings[key])}`;
    if (assumed.includes(key)) {
      return `${value}: Highwater’s assumption on what the summariser writes; nothing to set.`;
    }
    return own.fixed[key] ?? `${value}: not settable in ${policy.provenance.system}.`;
  });
  return { snippets: [...own.snippets, ...ours], notSettable };
}

function highwaterSnippets(policy: Policy, settings: Settings): readonly OptionSnippet[] {
  const value = { policy: policy.id, settings: namedSettings(policy, settings) };
  const sets = settingFields(policy).map(({ key }) => key);
  return [
    {
      target: 'YAML',
      language: 'yaml',
      file: null,
      code: yamlText(value),
      by: 'setting',
      sets,
      notes: [],
    },
    jsonSnippet({ target: 'JSON', file: null, sets }, value),
  ];
}
