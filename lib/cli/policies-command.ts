import * as z from 'zod';
import { formatInteger } from '@/lib/base/format';
import type { Policy } from '@/lib/policies/policy';
import { policies } from '@/lib/policies/registry';
import type { CliIo } from './cli-io';
import { exitCode, type ExitCode } from './exit-code';
import { textTable } from './text-table';

/** A setting as its schema describes it; absent where the schema says nothing. */
interface SettingRow {
  readonly key: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly type: 'integer' | 'number' | 'boolean' | 'text' | 'choice';
  /** null is allowed beside the type. */
  readonly nullable: boolean;
  readonly default: unknown;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly unit: string | undefined;
  /** Of a choice. */
  readonly values: readonly string[] | undefined;
}

/** Lists every policy with where it comes from, its settings and its presets. */
export function policiesCommand(options: { readonly json?: boolean }, io: CliIo): ExitCode {
  io.out(
    options.json === true
      ? `${JSON.stringify({ policies: policies.map(policyJson) })}\n`
      : policies.map(policyText).join('\n'),
  );
  return exitCode.clean;
}

const policyJson = (policy: Policy) => ({
  id: policy.id,
  label: policy.label,
  provenance: policy.provenance,
  /** False where nothing is compared with a threshold. */
  decides: policy.decides,
  fires: policy.fires,
  splitsPairs: policy.splitsPairs === true,
  settings: settingRows(policy),
  presets: policy.presets.map((preset) => ({
    id: preset.id,
    label: preset.label,
    settings: preset.settings,
    provenance: { ...policy.provenance, ...preset.provenance },
  })),
});

const typeSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
const propertySchema = typeSchema.extend({
  anyOf: z.array(typeSchema).optional(),
  label: z.string().optional(),
  description: z.string().optional(),
  unit: z.string().optional(),
  default: z.unknown(),
});
const objectSchema = z.looseObject({ properties: z.record(z.string(), propertySchema).optional() });

function settingRows(policy: Policy): readonly SettingRow[] {
  const { properties = {} } = objectSchema.parse(z.toJSONSchema(policy.settings, { io: 'input' }));
  return Object.entries(properties).map(([key, property]) => {
    const shapes = property.anyOf ?? [property];
    const shape = shapes.find(({ type }) => type !== 'null') ?? property;
    return {
      key,
      label: property.label ?? key,
      description: property.description,
      type: typeOf(shape),
      nullable: shapes.some(({ type }) => type === 'null'),
      default: property.default,
      minimum: bound(shape.minimum),
      maximum: bound(shape.maximum),
      unit: property.unit,
      values: shape.enum,
    };
  });
}

function typeOf({ type, enum: values }: z.infer<typeof typeSchema>): SettingRow['type'] {
  if (values !== undefined) return 'choice';
  if (type === 'boolean' || type === 'integer' || type === 'number') return type;
  return 'text';
}

/** The bounds that every integer has say nothing. */
const bound = (value: number | undefined): number | undefined =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;

const SETTING_COLUMNS = [
  { head: 'setting' },
  { head: 'meaning' },
  { head: 'allowed' },
  { head: 'default', right: true },
  { head: 'unit' },
];

const PRESET_COLUMNS = [
  { head: 'preset' },
  { head: 'meaning' },
  { head: 'version' },
  { head: 'fidelity' },
  { head: 'settings' },
];

function policyText(policy: Policy): string {
  const { repository, path, version, fidelity } = policy.provenance;
  const origin = [repository, path, version].filter((text) => text !== '').join(' · ');
  const settings = settingRows(policy).map((row) => [
    row.key,
    row.label,
    allowed(row),
    valueText(row.default),
    row.unit ?? '',
  ]);
  const presets = policy.presets.map((preset) => [
    `@${preset.id}`,
    preset.label,
    preset.provenance?.version ?? version,
    preset.provenance?.fidelity ?? fidelity,
    Object.entries(preset.settings as object)
      .map(([key, value]) => `${key}=${valueText(value)}`)
      .join(' '),
  ]);
  return [
    `${policy.id}: ${policy.label}\n  ${origin} · ${fidelity}\n`,
    settings.length === 0 ? '' : indented(textTable(SETTING_COLUMNS, settings)),
    presets.length === 0 ? '' : indented(textTable(PRESET_COLUMNS, presets)),
  ].join('');
}

const boundText = (bound: number | undefined, none: string): string => {
  if (bound === undefined) return none;
  return Number.isInteger(bound) ? formatInteger(bound) : String(bound);
};

const indented = (table: string): string => table.replace(/^(?=.)/gm, '  ');

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');

function allowed({ type, values, minimum, maximum, nullable }: SettingRow): string {
  let text = values?.join(' | ') ?? type;
  if (minimum !== undefined || maximum !== undefined) {
    text += ` ${boundText(minimum, '−∞')} to ${boundText(maximum, '∞')}`;
  }
  return nullable ? `${text} | null` : text;
}
