import * as z from 'zod';

/** A field of a question's input, as a command line or an address needs it. */
export interface InputField {
  readonly key: string;
  readonly about: string;
  /** Its type by JSON Schema: integer, number, boolean, string, object or array. */
  readonly type: string;
  /** The values that it takes; null for any of its type. */
  readonly values: readonly string[] | null;
  /** A command line and tools take a file that holds it: `meta({ file: true })`. */
  readonly isFile: boolean;
  /** It has to be given. */
  readonly isNeeded: boolean;
}

interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly file?: boolean;
}

/** Kept per input: each program and each call of a tool asks for them again. */
const kept = new WeakMap<z.ZodObject, readonly InputField[]>();

/** The fields of an input. */
export function inputFields(input: z.ZodObject): readonly InputField[] {
  const fields = kept.get(input) ?? readFields(input);
  kept.set(input, fields);
  return fields;
}

/** By its JSON Schema: nothing here reads zod's insides. */
function readFields(input: z.ZodObject): readonly InputField[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const properties = (schema.properties ?? {}) as Readonly<Record<string, SchemaNode>>;
  return Object.entries(properties).map(([key, node]) => ({
    key,
    about: node.description ?? '',
    type: node.type ?? 'string',
    values: node.enum ?? null,
    isFile: node.file === true,
    isNeeded: schema.required?.includes(key) === true,
  }));
}

/** The field that a file holds; undefined without one. */
export const fileField = ({ input }: { readonly input: z.ZodObject }): InputField | undefined =>
  inputFields(input).find(({ isFile }) => isFile);

/** "failOn" → "fail-on". */
export const kebabCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
