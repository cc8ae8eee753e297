import { PRODUCER } from '@/lib/engine/replay/engine';
import { formatInteger } from '@/lib/engine/base/format';
import { settingFields, type SettingField } from '@/lib/engine/policy/fields';
import { badgeOf, badgeWords } from '@/lib/answers/report/systems/badge';
import { provenanceOf, type Policy, type Provenance } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import type { CliIo } from '../cli-io';
import { exitCode, type ExitCode } from '../exit-code';
import { ensureSizeTables } from '../tables/size-tables';
import { left, right, textTable } from '@/lib/answers/print/text-table';

/** Lists every policy with its source, settings and presets. */
export async function policiesCommand(
  options: { readonly json?: boolean },
  io: CliIo,
): Promise<ExitCode> {
  await ensureSizeTables(io);
  io.out(
    options.json === true
      ? `${JSON.stringify({ producer: PRODUCER, policies: policies.map(policyJson) })}\n`
      : policies.map(policyText).join('\n'),
  );
  return exitCode.clean;
}

/** In outputs the basis keeps its first name, `fidelity`. */
const provenanceJson = ({ basis, ...provenance }: Provenance) => ({
  ...provenance,
  fidelity: basis,
});

/** A policy as JSON. */
export const policyJson = (policy: Policy) => ({
  id: policy.id,
  label: policy.label,
  provenance: provenanceJson(policy.provenance),
  badge: badgeOf(policy),
  /** False if the policy compares nothing with a threshold. */
  decides: policy.decision !== null,
  fires: policy.decision?.relation ?? '>=',
  splitsPairs: policy.traits.splitsPairs === true,
  serverSide: policy.traits.serverSide === true,
  settings: settingFields(policy).map(settingJson),
  presets: policy.presets.map((preset) => ({
    id: preset.id,
    label: preset.label,
    settings: preset.settings,
    provenance: provenanceJson(provenanceOf(policy, preset)),
    badge: badgeOf(policy, preset),
  })),
});

/** A setting in the JSON output; members that the schema does not state are absent. */
function settingJson(field: SettingField) {
  const { key, label, description, kind, nullable, initial, unit, options } = field;
  return {
    key,
    label,
    description,
    type: kind,
    nullable,
    default: initial,
    minimum: finite(field.min),
    maximum: finite(field.max),
    unit,
    values: kind === 'choice' ? options : undefined,
  };
}

const finite = (bound: number): number | undefined => (Number.isFinite(bound) ? bound : undefined);

const SETTING_COLUMNS = [
  ...left('setting', 'meaning', 'allowed'),
  ...right('default'),
  ...left('unit'),
];
const PRESET_COLUMNS = left(
  'preset',
  'meaning',
  'version',
  'how exact',
  'settings',
  'compared with',
);

/** A policy's source, settings and presets. */
export function policyText(policy: Policy): string {
  const { repository, path } = policy.provenance;
  const origin = [repository, path, badgeWords(badgeOf(policy))];
  const settings = settingFields(policy).map((field) => [
    field.key,
    field.label,
    allowed(field),
    valueText(field.initial),
    field.unit ?? '',
  ]);
  const presets = policy.presets.map((preset) => {
    const { version, word, compared } = badgeOf(policy, preset);
    const chosen = Object.entries(preset.settings as object)
      .map(([key, value]) => `${key}=${valueText(value)}`)
      .join(' ');
    return [`@${preset.id}`, preset.label, version, word, chosen, compared ?? ''];
  });
  return [
    `${policy.id}: ${policy.label}\n  ${origin.filter((text) => text !== '').join(' · ')}\n`,
    settings.length === 0 ? '' : indented(textTable(SETTING_COLUMNS, settings)),
    presets.length === 0 ? '' : indented(textTable(PRESET_COLUMNS, presets)),
  ].join('');
}

const boundText = (bound: number): string => {
  if (!Number.isFinite(bound)) return bound < 0 ? '−∞' : '∞';
  return Number.isInteger(bound) ? formatInteger(bound) : String(bound);
};

const indented = (table: string): string => table.replace(/^(?=.)/gm, '  ');

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');

function allowed({ kind, options, min, max, nullable }: SettingField): string {
  let text = kind === 'choice' ? options.join(' | ') : kind;
  if (Number.isFinite(min) || Number.isFinite(max))
    text += ` ${boundText(min)} to ${boundText(max)}`;
  return nullable ? `${text} | null` : text;
}
