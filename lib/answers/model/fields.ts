import * as z from 'zod';

/** A field of a question's input, as a command line or an address needs it. */
export interface InputField {
  readonly key: string;
  readonly about: string;
  /** Its type by JSON Schema: integer, number, boolean, string, object or array. */
  readonly type: string;
  /** The values that it takes; null for any of its type. */
  readonly values: readonly string[] | null;
}

interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
}

/** The fields of an input by its JSON Schema: nothing here reads zod's insides. */
export function inputFields(input: z.ZodObject): readonly InputField[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const properties = (schema.properties ?? {}) as Readonly<Record<string, SchemaNode>>;
  return Object.entries(properties).map(([key, node]) => ({
    key,
    about: node.description ?? '',
    type: node.type ?? 'string',
    values: node.enum ?? null,
  }));
}

/** "failOn" → "fail-on". */
export const kebabCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
