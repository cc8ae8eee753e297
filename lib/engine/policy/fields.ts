import * as z from 'zod';
import { oncePer } from '@/lib/engine/base/once/once-per';
import type { Policy } from './policy';
import { sizeChoices } from './summary';

/** A policy's settings by name. */
export type Settings = Readonly<Record<string, unknown>>;

const sliderSchema = z.union([
  /** From nothing to somewhat more than the session's largest request. */
  z.literal('window'),
  z.object({ min: z.number(), max: z.number(), step: z.number().positive() }),
]);
const notchSchema = z.object({ value: z.number(), label: z.string(), title: z.string() });

/** A mark on a slider at a value where the effect jumps. */
export type Notch = z.infer<typeof notchSchema>;

/** The meta that a setting's schema may carry beside its type, default and bounds. */
const metaSchema = z.looseObject({
  label: z.string().optional(),
  /** A shorter label, for a table. */
  short: z.string().optional(),
  unit: z.string().optional(),
  description: z.string().optional(),
  /** The formula that it is an operand of. */
  formula: z.string().optional(),
  /** When to move it, and in which direction, where its schema says it; see `adviceOn`. */
  advice: z.string().optional(),
  /** Heading that the form puts it under. */
  group: z.string().optional(),
  /** It has a slider: from where to where, and by what a key moves it. */
  slider: sliderSchema.optional(),
  notches: z.array(notchSchema).optional(),
  /** It matters only while other settings have one of these values. */
  shownWith: z.record(z.string(), z.array(z.string())).optional(),
  /** It is read only while other settings have these values; else its control is inactive. */
  usedWith: z.record(z.string(), z.boolean()).optional(),
  /** The values that make sense of it: advice names none outside. */
  sensible: z.object({ min: z.number(), max: z.number() }).optional(),
  /** A link names it even where it has its default, which a later version may change. */
  pinned: z.boolean().optional(),
  /** It names one of the tables of sizes, of which a host may add some. */
  sizeTables: z.boolean().optional(),
});

/** Meta of one setting. */
export type SettingMeta = z.infer<typeof metaSchema>;

const typeSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
const propertySchema = typeSchema
  .extend(metaSchema.shape)
  .extend({ anyOf: z.array(typeSchema).optional(), default: z.unknown() });
const objectSchema = z.looseObject({ properties: z.record(z.string(), propertySchema).optional() });

/** One setting of a policy, as its schema describes it. */
export interface SettingField extends Readonly<
  Pick<SettingMeta, 'unit' | 'description' | 'formula' | 'advice' | 'group' | 'slider'>
> {
  readonly key: string;
  readonly kind: 'integer' | 'number' | 'boolean' | 'choice' | 'text';
  /** null is allowed beside the type. */
  readonly nullable: boolean;
  readonly label: string;
  readonly short: string;
  readonly initial: unknown;
  /** Range of a number; infinite if the schema has none. */
  readonly min: number;
  readonly max: number;
  /** Values of a choice. */
  readonly options: readonly string[];
  readonly notches: readonly Notch[];
  readonly shownWith: Readonly<Record<string, readonly string[]>>;
  /** Values of other settings without which it is not read. */
  readonly usedWith: Readonly<Record<string, boolean>>;
  /** Range of the values that make sense; null where its bounds say all. */
  readonly sensible: { readonly min: number; readonly max: number } | null;
  readonly pinned: boolean;
  /** It names a table of sizes; `options` are those known when they are read. */
  readonly sizeTables: boolean;
}

/** The fields of a policy's settings, in the order of its schema. */
export const settingFields = ({ settings }: Pick<Policy, 'settings'>): readonly SettingField[] =>
  fieldsOf(settings);

const fieldsOf = oncePer(describe);

function describe(settings: Policy['settings']): readonly SettingField[] {
  const { properties = {} } = objectSchema.parse(z.toJSONSchema(settings, { io: 'input' }));
  return Object.entries(properties).map(([key, property]) => {
    const shapes = property.anyOf ?? [property];
    const shape = shapes.find(({ type }) => type !== 'null') ?? property;
    const { sizeTables = false } = property;
    return {
      key,
      kind: sizeTables ? 'choice' : kindOf(shape),
      nullable: shapes.some(({ type }) => type === 'null'),
      label: property.label ?? key,
      short: property.short ?? property.label ?? key,
      unit: property.unit,
      description: property.description,
      formula: property.formula,
      advice: property.advice,
      group: property.group,
      initial: property.default,
      min: bound(shape.minimum) ?? -Infinity,
      max: bound(shape.maximum) ?? Infinity,
      get options() {
        return sizeTables ? sizeChoices() : (shape.enum ?? []);
      },
      slider: property.slider,
      notches: property.notches ?? [],
      shownWith: property.shownWith ?? {},
      usedWith: property.usedWith ?? {},
      sensible: property.sensible ?? null,
      pinned: property.pinned ?? false,
      sizeTables,
    };
  });
}

function kindOf({ type, enum: options }: z.infer<typeof typeSchema>): SettingField['kind'] {
  if (options !== undefined) return 'choice';
  if (type === 'boolean' || type === 'integer' || type === 'number') return type;
  return 'text';
}

/** The bounds that every integer has say nothing. */
const bound = (value: number | undefined): number | undefined =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;

/** The setting matters beside the others, or was changed from its default. */
export function isShown({ key, initial, shownWith }: SettingField, settings: Settings): boolean {
  if (settings[key] !== initial) return true;
  return Object.entries(shownWith).every(([name, values]) => {
    const value = settings[name];
    return value === undefined || (typeof value === 'string' && values.includes(value));
  });
}

/** The setting without which another is not read, where it has the other value; null where it is read. */
export function unusedBy(
  { usedWith }: SettingField,
  { settings: schema }: Pick<Policy, 'settings'>,
  settings: Settings,
): SettingField | null {
  const [name] =
    Object.entries(usedWith).find(
      ([key, value]) => settings[key] !== undefined && settings[key] !== value,
    ) ?? [];
  return fieldsOf(schema).find(({ key }) => key === name) ?? null;
}

/** A value makes sense of a setting; a window beside a provider's limit does not where it is above it. */
export function isSensible(
  { sensible, slider }: SettingField,
  value: unknown,
  limit: number | null,
): boolean {
  if (typeof value !== 'number') return true;
  if (slider === 'window' && limit !== null && value > limit) return false;
  return sensible === null || (value >= sensible.min && value <= sensible.max);
}
