/**
 * Amazon Bedrock's model invocation logs, as S3 and CloudWatch hold them: Converse, ConverseStream, InvokeModel.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-invocation-logging.html
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { CollectingReader, defineImporter } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { RecordedCall } from '../../mechanisms/calls/recorded-call';
import { apiOf, otherRequest } from '../../mechanisms/exchange/api';
import { readBody } from '../../mechanisms/exchange/body';
import { bareExchange, hasMessages, namedConversation } from '../../mechanisms/exchange/exchange';
import { apiReaders } from '../../mechanisms/exchange/exchange-reader';
import { recordedCall } from '../../mechanisms/exchange/recorded';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { decoded, plain } from '../../mechanisms/messages/json-text';
import { textParts } from '../../mechanisms/messages/parts';
import { CallNames } from '../../mechanisms/messages/turns';

const id = 'bedrock';

/** A record of an invocation, bare or in CloudWatch's event around it; null for anything else. */
function invocationIn(value: unknown): Fields | null {
  const outer = fieldsOf(value);
  const message = outer?.['message'] ?? outer?.['@message'] ?? cellOf(value, '@message');
  const record = fieldsOf(decoded(message)) ?? outer;
  return record?.['schemaType'] === 'ModelInvocationLog' ? record : null;
}

/** A cell of a row that a query of Logs Insights answers with: a list of its fields. */
const cellOf = (row: unknown, field: string): unknown =>
  listOf(row)
    .map(fieldsOf)
    .find((cell) => cell?.['field'] === field)?.['value'];

/** The records of a line or a document: CloudWatch's answers hold a list of events, or of a query's rows. */
function recordsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  const fields = fieldsOf(value);
  const events = fields?.['events'] ?? fields?.['logEvents'] ?? fields?.['results'];
  return Array.isArray(events) ? (events as readonly unknown[]) : [value];
}

/** The model of an id, a profile's or a resource's name. */
const modelOf = (record: Fields): string | null =>
  textOf(record['modelId'])?.split('/').at(-1) ?? null;

/** What the log itself counts, for bodies that do not: their names are those of the service's metrics. */
function loggedUsage(input: Fields, output: Fields): Json {
  const counts = {
    inputTokens: input['inputTokenCount'],
    cacheReadInputTokens: input['cacheReadInputTokenCount'],
    cacheWriteInputTokens: input['cacheWriteInputTokenCount'],
    outputTokens: output['outputTokenCount'],
  };
  const found = Object.entries(counts).filter(([, count]) => typeof count === 'number');
  return found.length === 0 ? null : (Object.fromEntries(found) as Json);
}

/** The text of models that take a prompt and no messages: Llama's, Titan's, Mistral's, Claude 2's. */
function answerIn(body: Fields | null): unknown {
  const [first] = [...listOf(body?.['results']), ...listOf(body?.['outputs'])].map(fieldsOf);
  return body?.['generation'] ?? body?.['completion'] ?? first?.['outputText'] ?? first?.['text'];
}

const UNREADABLE = {
  code: 'request-missing',
  message:
    'The log holds no messages of this call, only its counts: larger bodies lie in S3, and text delivery may be off.',
};

/** A record as a call, or the reason why it is none. */
function readInvocation(record: Fields, at: At, names: CallNames): RecordedCall | string {
  const input = fieldsOf(record['input']) ?? {};
  const output = fieldsOf(record['output']) ?? {};
  const body = readBody(input['inputBodyJson']).fields ?? {};
  const failed = textOf(record['errorMessage']) ?? textOf(record['errorCode']);
  const exchange = {
    ...bareExchange({ ...body, model: modelOf(record) }, at),
    url: `/model/${modelOf(record) ?? ''}/invoke`,
    response: readBody(output['outputBodyJson']),
    time: timeIn(record['timestamp']),
    conversation: namedConversation(fieldsOf(record['requestMetadata'])),
    error: failed,
  };
  const other = otherRequest(exchange);
  if (other !== null) return other;
  const api = hasMessages(body) ? apiOf(exchange) : null;
  if (api !== null) {
    const read = apiReaders[api](exchange, names);
    const own = read.usage ?? loggedUsage(input, output);
    const family = read.usage === null ? ({ family: 'converse' } as const) : {};
    return recordedCall(exchange, { ...read, usage: own, ...family, model: modelOf(record) });
  }
  const prompt = textOf(body['prompt']) ?? textOf(body['inputText']);
  const usage = loggedUsage(input, output);
  if (prompt === null && usage === null) return 'a failed call without a request';
  return recordedCall(exchange, {
    system: null,
    tools: null,
    carries: prompt === null ? 'counts' : 'whole',
    messages: prompt === null ? [] : [{ role: 'user', parts: [{ kind: 'text', text: prompt }] }],
    output: textParts(answerIn(exchange.response.fields)).map((part) => ({
      role: 'model' as const,
      parts: [part],
    })),
    usage,
    family: 'converse',
    id: null,
    model: modelOf(record),
    notices: prompt === null ? [UNREADABLE] : [],
  });
}

class BedrockReader extends CollectingReader<CallSessions> {
  readonly #names = new CallNames();

  record(value: Json, at: At): void {
    const records = recordsIn(value);
    records.forEach((record, i) => {
      this.#take(record, records.length === 1 ? at : `${at}[${i}]`);
    });
  }

  #take(value: unknown, at: At): void {
    const { receipt } = this.context;
    if (!isPlainJson(value)) return receipt.lose('nested too deep, or a number beyond range', at);
    const record = invocationIn(value);
    if (record === null) return receipt.lose('not a record of an invocation', at);
    const read = readInvocation(plain(record) as Fields, at, this.#names);
    if (typeof read === 'string') receipt.drop(read, at);
    else this.sessions.take(read, at);
  }
}

/** Reads invocation logs; requests that repeat each other are one session. */
export const bedrock = defineImporter({
  id,
  label: 'Amazon Bedrock invocation log',
  source: 'Bedrock log',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) =>
    records.some((record) => listOf(recordsIn(record)).some((one) => invocationIn(one) !== null)),
  start: (context) =>
    new BedrockReader(
      context,
      new CallSessions(context, { format: id, agent: 'Amazon Bedrock', thoughts: 'stripped' }),
    ),
});
