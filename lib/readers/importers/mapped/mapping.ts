/**
 * The user's description of a format that Highwater does not know: turns its records into sessions.
 */
import * as z from 'zod';

const MAPPING_VERSION = 1;

/** Possible meanings of a record's role. */
export const mappedRoles = ['system', 'user', 'model', 'tool', 'usage', 'skip'] as const;
export type MappedRole = (typeof mappedRoles)[number];

/** Fields of every record, and their labels. */
const sharedFields = {
  session: 'Session',
  lane: 'Lane or agent',
  time: 'Time',
  model: 'Model',
  call: 'Identifier of the call',
  error: 'Error',
  system: 'System prompt',
  tools: 'Tool definitions',
  usage: 'Usage record',
  input: 'Input tokens',
  cachedRead: 'Tokens read from the cache',
  cacheWrite: 'Tokens written to the cache',
  outputTokens: 'Output tokens',
} as const;

/** Fields of records that are one message each. */
const messageOnly = {
  role: 'Role or type',
  text: 'Text or content',
  message: 'Whole message',
  toolName: 'Tool name',
  toolArgs: 'Tool arguments',
  toolId: 'Tool call id',
  toolResult: 'Tool result',
} as const;

/** Fields of records that are one model call each. */
const callOnly = { messages: 'Messages of the request', output: 'Response' } as const;

/** Labels of the fields. */
export const fieldLabels = { ...messageOnly, ...callOnly, ...sharedFields } as const;
export type MappedField = keyof typeof fieldLabels;

const namesOf = (labels: Partial<typeof fieldLabels>): readonly MappedField[] =>
  Object.keys(labels) as MappedField[];

/** All fields that can have a path. */
export const mappedFields = namesOf(fieldLabels);

/** The fields of each kind of record, in the form's order. */
export const fieldsOfKind: Readonly<Record<'message' | 'call', readonly MappedField[]>> = {
  message: namesOf({ ...messageOnly, ...sharedFields }),
  call: namesOf({ ...callOnly, ...sharedFields }),
};

const pathSchema = z.string().max(400);

/**
 * A mapping, as saved and as `--mapping` reads it. Paths are those of `path.ts`; a field without a
 * path is not in the records.
 */
export const mappingSchema = z.strictObject({
  version: z.literal(MAPPING_VERSION),
  /** message: a record is one message of a log. call: a record is one request with its messages. */
  record: z.enum(['message', 'call']),
  /** Place of the records inside a line or a document, as in `threads.*.items.*`; '' is itself. */
  records: pathSchema,
  fields: z.strictObject(
    Object.fromEntries(mappedFields.map((field) => [field, pathSchema.optional()])) as Record<
      MappedField,
      z.ZodOptional<typeof pathSchema>
    >,
  ),
  /** Meanings of the role field's values; usual words may be omitted. */
  roles: z.record(z.string().max(200), z.enum(mappedRoles)),
  /** The input count includes tokens read from and written to the cache. */
  inputIncludesCache: z.boolean(),
});
export type Mapping = Readonly<z.infer<typeof mappingSchema>>;

/** A mapping that reads nothing yet. */
export const emptyMapping: Mapping = {
  version: MAPPING_VERSION,
  record: 'message',
  records: '',
  fields: {},
  roles: {},
  inputIncludesCache: true,
};

/** Words that name a role in most formats. */
const knownWords: Readonly<Record<Exclude<MappedRole, 'usage' | 'skip'>, RegExp>> = {
  system: /^(system|developer|instructions?|system_?(prompt|message))$/,
  user: /^(user|human|prompt|customer|question|user_?(message|input|prompt))$/,
  model:
    /^(assistant|model|ai|bot|agent|llm|chatbot|answer|response|completion|(assistant|model|ai|agent|bot|llm)_?(message|response|reply|output|completion)|tool_?(call|use)|function_?call)$/,
  tool: /^(tool|function|observation|(tool|function)(_?call)?_?(result|response|output|message)s?)$/,
};

/** Usual meaning of a word in most formats; null if it has none. */
export function usualRole(word: string): MappedRole | null {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/^.*[.:/]/, '');
  for (const [role, pattern] of Object.entries(knownWords)) {
    if (pattern.test(plain)) return role as MappedRole;
  }
  return null;
}

/** Role for a value of the mapping's role field; null if unknown. */
export const roleOf = ({ roles }: Mapping, word: string): MappedRole | null =>
  Object.hasOwn(roles, word) ? (roles[word] as MappedRole) : usualRole(word);
