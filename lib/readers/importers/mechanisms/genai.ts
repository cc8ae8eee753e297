/**
 * genai.Content and its relatives as JSON, camelCase, snake_case or mixed, into our parts and tools.
 * https://ai.google.dev/api/caching#Content, https://pkg.go.dev/google.golang.org/genai#Part
 */
import type { Entry, Json, Part, Tool } from '@/lib/engine/session/schema';
import { callOf, responseOf, textParts } from './messages/parts';
import { imageOf, inlineBase64 } from './messages/inline-data';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, Json>>;

/** The value as an object; null for everything else. */
export function asObject(value: Json | undefined): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return value as JsonObject;
}

/** The value as a list; empty for everything else. */
export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The value as a string that is not empty; null for everything else. */
export function asText(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

const pascalCase = (name: string): string =>
  name === 'id' ? 'ID' : name.charAt(0).toUpperCase() + name.slice(1).replace(/Id$/, 'ID');

const spellings = new Map<string, readonly [string, string]>();

/**
 * A field under its camelCase name, else under its snake_case name (Python), else under that of a
 * Go struct without JSON tags (`InvocationID`); null fields count as absent.
 */
export function field<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  const plain = object[name];
  if (plain !== undefined && plain !== null) return plain;
  let other = spellings.get(name);
  if (other === undefined) {
    other = [snakeCase(name), pascalCase(name)];
    spellings.set(name, other);
  }
  return object[other[0]] ?? object[other[1]] ?? undefined;
}

/**
 * A function that reads these fields in one pass over an object's keys; each as `field` does, which
 * looks up three names where a field is absent, and of most objects most fields are.
 */
export function fieldReader<const Name extends string>(
  ...names: readonly Name[]
): (object: JsonObject) => Readonly<Record<Name, Json | undefined>> {
  const nameOf = new Map<string, Name>();
  for (const name of names) {
    for (const spelling of [name, snakeCase(name), pascalCase(name)]) nameOf.set(spelling, name);
  }
  const absent = Object.fromEntries(names.map((name) => [name, undefined])) as Record<
    Name,
    Json | undefined
  >;
  return (object) => {
    const found = { ...absent };
    for (const key in object) {
      const name = nameOf.get(key);
      if (name === undefined) continue;
      const plain = key === name ? object[key] : undefined;
      found[name] = plain ?? field(object, name);
    }
    return found;
  };
}

/**
 * Fields of a genai part that the reference's estimator reads, and those that describe it but have
 * no content of their own. Any other field counts nothing.
 */
const known = new Set(
  [
    ...['text', 'functionCall', 'functionResponse', 'inlineData'],
    ...['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution'],
  ].flatMap((name) => [name, snakeCase(name)]),
);

const camelCase = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const partFields = fieldReader('text', 'thought', 'functionCall', 'functionResponse', 'inlineData');
const callFields = fieldReader('id', 'name', 'args');
const responseFields = fieldReader('id', 'name', 'response', 'parts');
const contentFields = fieldReader('role', 'parts');

/** A genai part as ours: one for each of its fields, as the reference counts them. */
export function readPart(value: Json | undefined): readonly Part[] {
  const parts: Part[] = [];
  addPart(parts, value);
  return parts;
}

function addPart(parts: Part[], value: Json | undefined): void {
  const part = asObject(value);
  if (part === null) return;
  const fields = partFields(part);
  parts.push(...textParts(fields.text, fields.thought === true ? 'thought' : 'text'));
  const call = asObject(fields.functionCall);
  if (call) parts.push(readCall(call));
  const response = asObject(fields.functionResponse);
  if (response) addResponse(parts, response);
  const data = asObject(fields.inlineData);
  if (data) parts.push(inline(data, field(part, 'mediaResolution')));
  for (const key of Object.keys(part)) {
    if (known.has(key)) continue;
    const name = camelCase(key);
    const content = field(part, name);
    if (content !== undefined)
      parts.push({ kind: 'other', type: name, value: other(name, content) });
  }
}

function readCall(call: JsonObject): Part {
  const fields = callFields(call);
  return callOf(asText(fields.id), asText(fields.name) ?? '', fields.args ?? {});
}

/** Adds the response itself, and the data beside its map (never counted, its bytes not kept). */
function addResponse(parts: Part[], value: JsonObject): void {
  const fields = responseFields(value);
  parts.push(responseOf(asText(fields.id), asText(fields.name) ?? '', fields.response ?? {}));
  const attached = asList(fields.parts).flatMap((item) => {
    const data = asObject(field(asObject(item) ?? {}, 'inlineData'));
    if (data === null) return [];
    const { mime, bytes } = inline(data, null);
    return [{ mime, bytes }];
  });
  if (attached.length > 0) {
    parts.push({ kind: 'other', type: 'functionResponse.parts', value: attached });
  }
}

/** Inline data: base64 in JSON, in Go's standard or Python's URL alphabet; decoded bytes count. */
function inline(data: JsonObject, resolution: Json | undefined) {
  const encoded = field(data, 'data');
  const mime = asText(field(data, 'mimeType')) ?? '';
  const level = asObject(resolution);
  const detail = level === null ? resolution : field(level, 'level');
  if (typeof encoded === 'string') return inlineBase64(encoded, mime, detail);
  const bytes = asList(encoded);
  return { kind: 'inline' as const, mime, bytes: bytes.length, ...imageOf(byteOf(bytes), detail) };
}

const byteOf =
  (bytes: readonly Json[]) =>
  (index: number): number => {
    const byte = bytes[index];
    return typeof byte === 'number' && byte >= 0 && byte <= 255 ? Math.trunc(byte) : -1;
  };

/** Provider's tool calls, printed as a struct of these three fields in any spelling. */
function other(name: string, value: Json): Json {
  const payload = name === 'toolCall' ? 'args' : 'response';
  const object = asObject(value);
  if ((name !== 'toolCall' && name !== 'toolResponse') || object === null) return value;
  return {
    id: field(object, 'id') ?? '',
    toolType: field(object, 'toolType') ?? '',
    [payload]: field(object, payload) ?? {},
  };
}

/** The parts of a genai content's `parts`; null parts are skipped. */
export function readParts(value: Json | undefined): readonly Part[] {
  const parts: Part[] = [];
  for (const item of asList(value)) addPart(parts, item);
  return parts;
}

/** Role and parts of a genai content; `role` if it names none. Null for anything but an object. */
export function readContent(value: Json | undefined, role: Entry['role']) {
  const content = asObject(value);
  if (content === null) return null;
  const { role: named, parts } = contentFields(content);
  const known = named === 'model' || named === 'assistant' ? 'model' : 'user';
  return {
    role: typeof named === 'string' && named !== '' ? known : role,
    parts: readParts(parts),
  };
}

/** A system instruction: a text, a content, a part or a list of these. */
export function readInstruction(value: Json | undefined): readonly Part[] {
  if (typeof value === 'string') return textParts(value);
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(readInstruction);
  const object = asObject(value);
  if (object === null) return [];
  const parts = field(object, 'parts');
  return parts === undefined ? readPart(object) : readParts(parts);
}

/** The function declarations of a request's `tools`; built-in tools have none and count nothing. */
export function readTools(value: Json | undefined): readonly Tool[] {
  return asList(value).flatMap((tool) =>
    asList(field(asObject(tool) ?? {}, 'functionDeclarations')).flatMap((declared) => {
      const declaration = asObject(declared);
      if (declaration === null) return [];
      const schema =
        field(declaration, 'parametersJsonSchema') ?? field(declaration, 'parameters') ?? null;
      return [
        {
          name: asText(field(declaration, 'name')) ?? '',
          description: asText(field(declaration, 'description')) ?? '',
          schema,
        },
      ];
    }),
  );
}
