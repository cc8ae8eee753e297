/**
 * https://langfuse.com/docs/api-and-data-platform/features/export-from-ui
 * Langfuse traces: the download of the user interface, the API's trace with its observations, and
 * batch exports with an observation a row. Fields: https://api.reference.langfuse.com/#tag/observations
 */
import type { Json, Tool } from '@/lib/engine/session/schema';
import { normalizeUsage, usageRecord } from '@/lib/engine/tokens/usage/normalize-usage';
import { defineImporter, someRecord } from '../../importer';
import { field } from '../../mechanisms/genai';
import type { CallNotice } from '../../mechanisms/calls/recorded-call';
import { fieldsOf, listOf, millisecondsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { readAnyMessages } from '../../mechanisms/messages/any-messages';
import { decoded } from '../../mechanisms/messages/json-text';
import { readChatTools } from '../../mechanisms/messages/openai-chat';
import { CallNames } from '../../mechanisms/messages/turns';
import { readAdkCall } from '../../mechanisms/spans/adk-spans';
import { agentIn, conversationIn } from '../../mechanisms/spans/conversation';
import { readAttributes } from '../../mechanisms/spans/conventions';
import { holdsRequest, isLengthStop, type Reading } from '../../mechanisms/spans/reading';
import { SpanReader } from '../../mechanisms/spans/span-reader';
import type { KnownSpan } from '../../mechanisms/spans/span-table';

/**
 * https://langfuse.com/docs/observability/features/token-and-cost-tracking
 * A generation's request, response and usage. Input and output have the framework's own form, often
 * as JSON text; spans that came by OpenTelemetry keep their attributes in the metadata.
 */
/** Reads a generation; null if it has neither a request nor usage. */
function readGeneration(observation: Fields, metadata: Fields, attributes: Fields): Reading | null {
  const input = decoded(observation['input']);
  const output = decoded(observation['output']);
  const known: Reading = {
    system: null,
    tools: null,
    messages: [],
    output: [],
    model: textOf(observation['model']) ?? textOf(field(observation, 'providedModelName')),
    lengthStop: isLengthStop(finishReason(output)),
    ...readUsage(observation, output),
  };
  const body = fieldsOf(input);
  if (body !== null && 'contents' in body) return readAdkCall(input, output, known);
  const reading = readText(input, output, known);
  const own = readAttributes(attributes);
  const request = own !== null && holdsRequest(own) && !isMessageList(input) ? own : reading;
  const delta = body !== null && 'content' in body && !('messages' in body);
  const whole: Reading = {
    flat: request.messages === reading.messages && typeof input === 'string',
    delta,
    ...reading,
    system: request.system ?? reading.system,
    messages: request.messages,
    tools: toolsOf(body, observation, metadata, attributes) ?? own?.tools ?? reading.tools,
    output: reading.output.length > 0 ? reading.output : (own?.output ?? []),
    notices: delta ? [...reading.notices, lastOnly] : reading.notices,
  };
  return holdsRequest(whole) || whole.usage !== null ? whole : null;
}

const lastOnly: CallNotice = {
  code: 'last-message-only',
  message:
    'The integration logs only the newest message of each request: earlier messages are taken from earlier calls, and messages it never logged are missing.',
};

/** True if the input is messages and not their printed form. */
function isMessageList(input: unknown): boolean {
  const list = Array.isArray(input) ? listOf(input) : listOf(fieldsOf(input)?.['messages']);
  return list.some((item) => fieldsOf(item) !== null || Array.isArray(item));
}

function readText(input: unknown, output: unknown, known: Reading): Reading {
  const names = new CallNames();
  const messages = Array.isArray(input)
    ? listOf(input).filter((item) => !isDefinition(item))
    : input;
  const request = readAnyMessages(messages, 'user', names);
  const response = fieldsOf(output);
  const answer = output === 'None' ? null : readAnyMessages(outputOf(output), 'model', names);
  // A response of OpenAI's Responses API repeats the instructions and tools of its request.
  const repeats = response?.['object'] === 'response' ? response : null;
  const instructions = textOf(repeats?.['instructions']);
  const beside: Reading['system'] =
    instructions === null ? null : [{ kind: 'text', text: instructions }];
  return {
    ...known,
    system: request?.system ?? beside,
    tools: readChatTools(repeats?.['tools']) ?? definitionsIn(input),
    messages: request?.messages ?? [],
    output: (answer?.messages ?? []).map((message) => ({ ...message, role: 'model' as const })),
  };
}

/** The output; the AI SDK lists calls separately. */
function outputOf(output: unknown): unknown {
  const calls =
    Array.isArray(output) &&
    listOf(output).every((item) => textOf(fieldsOf(item)?.['toolName']) !== null);
  if (!calls) return output;
  const content = listOf(output).map((item) => ({ ...fieldsOf(item), type: 'tool-call' }));
  return content.length === 0 ? null : [{ role: 'assistant', content }];
}

/** True for a tool definition, which LangChain's handler lists among the messages. */
function isDefinition(item: unknown): boolean {
  const message = fieldsOf(item);
  const content = fieldsOf(message?.['content']);
  return message?.['role'] === 'tool' && content?.['type'] === 'function';
}

function definitionsIn(input: unknown): readonly Tool[] | null {
  const definitions = listOf(input).filter(isDefinition);
  if (definitions.length === 0) return null;
  return readChatTools(definitions.map((item) => fieldsOf(item)?.['content']));
}

/** Definitions beside the messages, in the metadata, or (Pydantic AI) in the span's attributes. */
function toolsOf(
  body: Fields | null,
  observation: Fields,
  metadata: Fields,
  attributes: Fields,
): readonly Tool[] | null {
  const parameters = fieldsOf(decoded(field(observation, 'modelParameters')));
  const pydantic = fieldsOf(decoded(attributes['model_request_parameters']));
  const lists = [
    body?.['tools'],
    metadata['tools'],
    decoded(parameters?.['tools']),
    pydantic && [...listOf(pydantic['function_tools']), ...listOf(pydantic['output_tools'])],
  ];
  const found = lists.find((list) => Array.isArray(list) && list.length > 0);
  return found === undefined ? null : readChatTools(listOf(found).map(definition));
}

function definition(value: unknown): unknown {
  const tool = decoded(value);
  const fields = fieldsOf(tool);
  const schema = fields?.['parameters_json_schema'];
  return schema === undefined ? tool : { ...fields, parameters: schema };
}

function finishReason(output: unknown): unknown {
  const response = fieldsOf(output);
  const [choice] = listOf(response?.['choices']);
  return (
    fieldsOf(choice)?.['finish_reason'] ?? response?.['stop_reason'] ?? response?.['finish_reason']
  );
}

/**
 * Langfuse's buckets, or their equivalents in other versions. The provider's own record in the
 * response takes precedence: for some integrations Langfuse counts the printed request itself.
 */
function readUsage(
  observation: Fields,
  output: unknown,
): Pick<Reading, 'usage' | 'family' | 'notices'> {
  const records = countsOf(observation);
  const counts = (record: Json): number | null => normalizeUsage(record, 'langfuse').real;
  const counted = records.find((record) => counts(record) !== null) ?? records[0] ?? null;
  const own = usageRecord(fieldsOf(output)?.['usage']);
  const { real } = normalizeUsage(own);
  if (real === null || real === counts(counted)) {
    return { usage: counted, ...(counted === null ? {} : { family: 'langfuse' }), notices: [] };
  }
  const message =
    'Langfuse’s count of this call differs from the provider’s in its response; the provider’s is used.';
  return { usage: own, notices: [{ code: 'usage-estimated', message }] };
}

/** Langfuse's own counts of a generation: buckets, the record before them, and fields beside both. */
function countsOf(observation: Fields): readonly Json[] {
  const details = fieldsOf(decoded(field(observation, 'usageDetails')));
  const older = fieldsOf(decoded(observation['usage']));
  const inTokens = isTokens(older?.['unit']) && isTokens(observation['unit']);
  return [
    details !== null && Object.keys(details).length > 0 ? usageRecord(details) : null,
    inTokens && typeof older?.['input'] === 'number' ? usageRecord(older) : null,
    ...besides.map((names) => (inTokens ? beside(observation, names) : null)),
  ].filter((record) => record !== null);
}

/** False for a count of something else than tokens: characters, seconds, pictures. */
const isTokens = (unit: unknown): boolean => (textOf(unit) ?? 'TOKENS').toUpperCase() === 'TOKENS';

/** Names of the counts beside the buckets: of newer exports, and of the oldest. */
const besides = [
  ['inputUsage', 'outputUsage', 'totalUsage'],
  ['promptTokens', 'completionTokens', 'totalTokens'],
] as const;

function beside(observation: Fields, names: (typeof besides)[number]): Json {
  const [input, output, total] = names.map((name) => field(observation, name));
  if (typeof input !== 'number' || input === 0) return null;
  return {
    input,
    ...(typeof output === 'number' ? { output } : {}),
    ...(typeof total === 'number' ? { total } : {}),
  };
}

/** Types of an observation. */
const types = new Set([
  ...['GENERATION', 'SPAN', 'EVENT', 'AGENT', 'TOOL', 'CHAIN', 'RETRIEVER'],
  ...['EVALUATOR', 'EMBEDDING', 'GUARDRAIL'],
]);

/** True for an observation as a row of its own. */
function isObservation(value: unknown): boolean {
  const fields = fieldsOf(value);
  if (fields === null || !types.has(textOf(fields['type']) ?? '')) return false;
  return textOf(field(fields, 'traceId')) !== null && textOf(field(fields, 'startTime')) !== null;
}

/** The observations of a trace; null for anything else. */
function observationsIn(fields: Fields): readonly unknown[] | null {
  return Array.isArray(fields['observations']) ? listOf(fields['observations']) : null;
}

/** True for a trace with its observations, whole. */
function isTrace(value: unknown): boolean {
  const fields = fieldsOf(value);
  const observations = fields && observationsIn(fields);
  if (fields === null || observations === null) return false;
  if (observations.length === 0) return textOf(field(fields, 'projectId')) !== null;
  const [first] = observations;
  const type = textOf(fieldsOf(first)?.['type']);
  return type !== null && types.has(type) && 'startTime' in (fieldsOf(first) ?? {});
}

/** An observation as a span; `trace` holds the facts shared by all its observations. */
function readObservation(
  observation: Fields,
  at: number | string,
  trace: Fields,
  traceId: string | null,
): Omit<KnownSpan, 'order'> | null {
  const id = textOf(observation['id']);
  const owner = textOf(field(observation, 'traceId')) ?? traceId;
  if (id === null || owner === null) return null;
  const metadata = fieldsOf(decoded(observation['metadata'])) ?? {};
  const attributes = fieldsOf(decoded(metadata['attributes'])) ?? {};
  const name = textOf(observation['name']) ?? '';
  const type = textOf(observation['type']) ?? '';
  const start = millisecondsOf(field(observation, 'startTime'));
  const level = textOf(observation['level']);
  return {
    at,
    traceId: owner,
    spanId: id,
    parentId: textOf(field(observation, 'parentObservationId')),
    name,
    start: Number.isNaN(start) ? null : start,
    conversation:
      textOf(field(trace, 'sessionId')) ??
      conversationIn(attributes) ??
      textOf(metadata['thread_id']),
    agent: agentIn(name, Object.assign({}, attributes, { 'langfuse.observation.type': type })),
    service: null,
    reading: type === 'GENERATION' ? readGeneration(observation, metadata, attributes) : null,
    failure: level === 'ERROR' ? (textOf(field(observation, 'statusMessage')) ?? '') : null,
  };
}

const id = 'langfuse';
const FRAMEWORK = 'Langfuse';

/** Reads the generations of Langfuse traces. */
export const langfuse = defineImporter({
  id,
  label: 'Langfuse export',
  source: 'Langfuse',
  paged: true,
  inputs: ['jsonl', 'json'],
  lists: ['observations[]'],
  sniff: ({ records }) => someRecord(records, (record) => isTrace(record) || isObservation(record)),
  start: (context) => new LangfuseReader(context, { format: id, agent: FRAMEWORK }),
});

class LangfuseReader extends SpanReader {
  /** Facts shared by all observations that follow; null if each has its own. */
  #trace: Fields | null = null;

  record(value: Json, at: number | string, list?: string): void {
    if (list !== undefined) {
      const trace = this.#trace ?? {};
      return this.#observation(fieldsOf(value), at, trace, textOf(trace['id']));
    }
    const fields = fieldsOf(value);
    this.#trace = null;
    if (fields === null) this.context.receipt.lose('not an observation', at);
    // The observations of a trace follow it.
    else if (observationsIn(fields) !== null) this.#trace = fieldsOf(fields['trace']) ?? fields;
    else if (isObservation(fields)) this.#observation(fields, at, fields, null);
    else this.context.receipt.lose('not an observation', at);
  }

  protected override nothing(): string {
    return 'The file holds no generation of a model.';
  }

  #observation(
    value: Fields | null,
    at: number | string,
    trace: Fields,
    traceId: string | null,
  ): void {
    const span = value && readObservation(value, at, trace, traceId);
    if (span === null) return this.context.receipt.lose('not an observation', at);
    const generation = value?.['type'] === 'GENERATION';
    const reason = generation ? 'generation without request and usage' : 'no generation';
    this.table.known(span, 'repeated observation', reason);
  }
}
