/**
 * genai.Content and its relatives as JSON, camelCase, snake_case or mixed, into our parts and tools.
 * https://ai.google.dev/api/caching#Content, https://pkg.go.dev/google.golang.org/genai#Part
 */
import { base64Length } from '@/lib/base/utf8';
import type { Entry, Json, Part, Tool } from '@/lib/session/schema';

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
export function field(object: JsonObject, name: string): Json | undefined {
  const plain = object[name];
  if (plain !== undefined && plain !== null) return plain;
  let other = spellings.get(name);
  if (other === undefined) {
    other = [snakeCase(name), pascalCase(name)];
    spellings.set(name, other);
  }
  return object[other[0]] ?? object[other[1]] ?? undefined;
}

/** Fields of a genai part that describe it but have no content. */
const annotations = new Set(['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution']);

/** Fields of a genai part that the reference's estimator reads; the rest counts nothing. */
const known = ['text', 'functionCall', 'functionResponse', 'inlineData'] as const;

/** The fields with content of their own, in our order; unknown ones last, as recorded. */
function otherFields(part: JsonObject): readonly string[] {
  return Object.keys(part)
    .map((key) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    .filter((key) => !annotations.has(key) && !known.some((name) => name === key));
}

/** A genai part as ours: one for each of its fields, as the reference counts them. */
export function readPart(value: Json | undefined): readonly Part[] {
  const part = asObject(value);
  if (part === null) return [];
  const parts: Part[] = [];
  const text = asText(field(part, 'text'));
  if (text !== null) {
    parts.push({ kind: field(part, 'thought') === true ? 'thought' : 'text', text });
  }
  const call = asObject(field(part, 'functionCall'));
  if (call) parts.push({ kind: 'call', ...named(call), args: field(call, 'args') ?? {} });
  const response = asObject(field(part, 'functionResponse'));
  if (response) parts.push(...readResponse(response));
  const data = asObject(field(part, 'inlineData'));
  if (data) parts.push({ kind: 'inline', ...blob(data) });
  for (const name of otherFields(part)) {
    const content = field(part, name);
    if (content !== undefined)
      parts.push({ kind: 'other', type: name, value: other(name, content) });
  }
  return parts;
}

function named(call: JsonObject): { readonly name: string; readonly id?: string } {
  const id = asText(field(call, 'id'));
  const name = asText(field(call, 'name')) ?? '';
  return id === null ? { name } : { name, id };
}

/** The response itself, and the data beside its map (never counted, its bytes not kept). */
function readResponse(response: JsonObject): readonly Part[] {
  const own: Part = {
    kind: 'response',
    ...named(response),
    response: field(response, 'response') ?? {},
  };
  const attached = asList(field(response, 'parts')).flatMap((value) => {
    const data = asObject(field(asObject(value) ?? {}, 'inlineData'));
    return data ? [blob(data)] : [];
  });
  if (attached.length === 0) return [own];
  return [own, { kind: 'other', type: 'functionResponse.parts', value: attached }];
}

/** Inline data: base64 in JSON, in Go's standard or Python's URL alphabet; decoded bytes count. */
function blob(data: JsonObject): { readonly mime: string; readonly bytes: number } {
  const encoded = field(data, 'data');
  return {
    mime: asText(field(data, 'mimeType')) ?? '',
    bytes: typeof encoded === 'string' ? base64Length(encoded) : asList(encoded).length,
  };
}

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
  return asList(value).flatMap(readPart);
}

/** Role and parts of a genai content; `role` if it names none. Null for anything but an object. */
export function readContent(
  value: Json | undefined,
  role: Entry['role'],
): Pick<Entry, 'role' | 'parts'> | null {
  const content = asObject(value);
  if (content === null) return null;
  const named = field(content, 'role');
  const known = named === 'model' || named === 'assistant' ? 'model' : 'user';
  return {
    role: typeof named === 'string' && named !== '' ? known : role,
    parts: readParts(field(content, 'parts')),
  };
}

/** A system instruction: a text, a content, a part or a list of these. */
export function readInstruction(value: Json | undefined): readonly Part[] {
  if (typeof value === 'string') return value === '' ? [] : [{ kind: 'text', text: value }];
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
