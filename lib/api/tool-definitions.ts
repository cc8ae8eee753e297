import { err, ok, type Result } from '@/lib/engine/base/result';
import type { Json, Tool } from '@/lib/engine/session/schema';

/** A value is not a list of tool definitions: the reason and the place. */
interface ToolError {
  readonly message: string;
  /** JSON path. */
  readonly at: string;
}

type JsonObject = Readonly<Record<string, Json>>;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members that hold a list of definitions: genai, MCP's tools/list, a request of any provider. */
const LISTS = ['functionDeclarations', 'function_declarations', 'tools', 'functions'] as const;

/** Members that hold the schema: OpenAI and genai, genai again, Anthropic, MCP, Highwater. */
const SCHEMAS = [
  'parameters',
  'parametersJsonSchema',
  'parameters_json_schema',
  'input_schema',
  'inputSchema',
  'schema',
] as const;

/**
 * Reads tool definitions of genai, OpenAI (both shapes), Anthropic and MCP: one, a list, or an object
 * with such a list. genai's built-in tools have no declaration and count 0.
 */
export function readToolDefinitions(value: Json, at = '$'): Result<readonly Tool[], ToolError> {
  if (Array.isArray(value)) return readList(value as readonly Json[], at);
  if (!isObject(value)) {
    return err({ message: 'A tool definition is an object, or a list of such.', at });
  }
  for (const key of LISTS) {
    const list = value[key];
    if (Array.isArray(list)) return readList(list as readonly Json[], `${at}.${key}`);
  }
  const declared = value['function'];
  const definition = isObject(declared) ? declared : value;
  const name = definition['name'];
  if (typeof name === 'string') return ok([toolOf(name, definition)]);
  if (isBuiltIn(value)) return ok([]);
  return err({ message: 'This tool definition has no name.', at });
}

function readList(list: readonly Json[], at: string): Result<readonly Tool[], ToolError> {
  const tools: Tool[] = [];
  for (const [i, item] of list.entries()) {
    const read = readToolDefinitions(item, `${at}[${i}]`);
    if (!read.ok) return read;
    tools.push(...read.value);
  }
  return ok(tools);
}

function toolOf(name: string, definition: JsonObject): Tool {
  const description = definition['description'];
  const key = SCHEMAS.find((candidate) => isObject(definition[candidate]));
  return {
    name,
    description: typeof description === 'string' ? description : '',
    schema: key === undefined ? null : (definition[key] ?? null),
  };
}

/** True for `{googleSearch: {}}`, `{codeExecution: {}}`: one member, an object. */
function isBuiltIn(value: JsonObject): boolean {
  const members = Object.values(value);
  return members.length > 0 && members.every(isObject);
}
