import * as z from 'zod';
import type { Policy } from '@/lib/policies/policy';

/** A policy's settings by name. */
export type Settings = Readonly<Record<string, unknown>>;

/** One setting of a policy, as its schema describes it. */
export interface SettingField {
  readonly key: string;
  readonly kind: 'integer' | 'number' | 'boolean' | 'choice';
  readonly label: string;
  readonly unit: string | undefined;
  readonly description: string | undefined;
  /** Heading the form puts it under. */
  readonly group: string | undefined;
  readonly initial: unknown;
  /** Of numbers; infinite where the schema has none. */
  readonly min: number;
  readonly max: number;
  /** Of choices. */
  readonly options: readonly string[];
}

const propertySchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  label: z.string().optional(),
  unit: z.string().optional(),
  description: z.string().optional(),
  group: z.string().optional(),
  default: z.unknown(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
const objectSchema = z.looseObject({ properties: z.record(z.string(), propertySchema).optional() });

const known = new WeakMap<Policy, readonly SettingField[]>();

/** The fields of a policy's settings, in the order of its schema. */
export function settingFields(policy: Policy): readonly SettingField[] {
  const fields = known.get(policy) ?? describe(policy);
  known.set(policy, fields);
  return fields;
}

function describe(policy: Policy): readonly SettingField[] {
  const { properties = {} } = objectSchema.parse(z.toJSONSchema(policy.settings, { io: 'input' }));
  return Object.entries(properties).map(([key, property]) => ({
    key,
    kind: kindOf(property),
    label: property.label ?? key,
    unit: property.unit,
    description: property.description,
    group: property.group,
    initial: property.default,
    min: property.minimum ?? -Infinity,
    max: property.maximum ?? Infinity,
    options: property.enum ?? [],
  }));
}

function kindOf({ type, enum: options }: z.infer<typeof propertySchema>): SettingField['kind'] {
  if (options !== undefined) return 'choice';
  if (type === 'boolean' || type === 'integer') return type;
  return 'number';
}

const is =
  (key: string, ...values: readonly unknown[]) =>
  (settings: Settings): boolean =>
    settings[key] === undefined || values.includes(settings[key]);

/** Settings that have a say only beside certain values of another one. */
const conditions: Readonly<Record<string, (settings: Settings) => boolean>> = {
  summaryBytes: is('summary', 'bytes'),
  summaryShare: is('summary', 'share'),
  densityFrom: is('estimator', 'density', 'prefix', 'anchor'),
  density: is('densityFrom', 'fixed'),
  priorFrom: is('estimator', 'prefix', 'anchor'),
  prior: is('priorFrom', 'fixed'),
  imageTokens: is('images', 'flat'),
  estimateFactor: is('estimator', 'factor', 'calibrated', 'uncapped'),
  estimateCap: is('estimator', 'calibrated'),
  bufferShare: is('bufferRule', 'share'),
  bufferTokens: is('bufferRule', 'tokens'),
};

/** The setting has a say beside the others, or was changed from its default. */
export function isShown({ key, initial }: SettingField, settings: Settings): boolean {
  return settings[key] !== initial || (conditions[key]?.(settings) ?? true);
}
