/**
 * The reference's estimator, integer-exact: UTF-8 bytes / 4, floored per field.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_utils.go, commit 113391a (v1.1.0).
 */
import { assertNever } from '@/lib/engine/base/assert';
import { utf8Length } from '@/lib/engine/base/utf8';
import type { Json, Part, Prefix, Tool } from '@/lib/engine/session/schema';
import { goJson, goValue, goValueLength } from './go-format';

const quarter = (bytes: number): number => Math.floor(bytes / 4);

/** True for a map of decoded JSON. */
export function isMap(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Heuristic tokens of one part. */
export function countPart(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return quarter(utf8Length(part.text));
    case 'response':
      return quarter(utf8Length(part.name)) + quarter(responseLength(part.response));
    case 'inline':
      return quarter(utf8Length(part.mime)) + quarter(part.bytes);
    default: {
      let tokens = 0;
      for (const bytes of partSizes(part)) tokens += quarter(bytes);
      return tokens;
    }
  }
}

/** A nil response map prints as `map[]`. */
function responseLength(response: Json): number {
  return response === null ? 5 : goValueLength(response);
}

/** Byte lengths of a map's keys and printed values, each a separate field. */
function mapSizes(map: Json): number[] {
  if (!isMap(map)) return map === null ? [] : [goValueLength(map)];
  const sizes: number[] = [];
  for (const key of Object.keys(map)) {
    sizes.push(utf8Length(key), goValueLength(map[key] ?? null));
  }
  return sizes;
}

/** Byte length of each field of a part that is floored separately; the content of `sized` parts. */
export function partSizes(part: Part): readonly number[] {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return [utf8Length(part.text)];
    case 'call':
      return [utf8Length(part.name), ...mapSizes(part.args)];
    case 'response':
      return [utf8Length(part.name), responseLength(part.response)];
    case 'inline':
      return [utf8Length(part.mime), part.bytes];
    case 'other':
      return otherSizes(part.type, part.value);
    case 'sized':
      return part.sizes;
    default:
      return assertNever(part);
  }
}

/** toolCall and toolResponse print as a pointer to a struct; other fields count nothing. */
function otherSizes(type: string, value: Json): readonly number[] {
  if (type === 'partMetadata') return mapSizes(value);
  if ((type !== 'toolCall' && type !== 'toolResponse') || !isMap(value)) return [];
  const map = (type === 'toolCall' ? value['args'] : value['response']) ?? {};
  const id = goValue(value['id'] ?? '');
  const kind = goValue(value['toolType'] ?? '');
  return [utf8Length(`&{${id} ${kind} `) + goValueLength(map) + 1];
}

/** Heuristic tokens of one tool definition: name, description, marshalled schema. */
export function countTool(tool: Tool): number {
  let tokens = 0;
  for (const bytes of toolSizes(tool)) tokens += quarter(bytes);
  return tokens;
}

/** Byte length of each counted field of a tool definition. */
export function toolSizes(tool: Tool): readonly number[] {
  if ('sizes' in tool) return tool.sizes;
  const sizes = [utf8Length(tool.name), utf8Length(tool.description)];
  if (tool.schema !== null) sizes.push(utf8Length(goJson(tool.schema)));
  return sizes;
}

/** Heuristic tokens of the prefix; null for a share that the trace lacks. */
export function countPrefix(prefix: Prefix): { system: number | null; tools: number | null } {
  const sum = <T>(items: readonly T[], count: (item: T) => number): number =>
    items.reduce((tokens, item) => tokens + count(item), 0);
  return {
    system: prefix.system && sum(prefix.system, countPart),
    tools: prefix.tools && sum(prefix.tools, countTool),
  };
}
