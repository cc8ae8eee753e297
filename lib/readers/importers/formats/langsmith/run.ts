/** https://docs.langchain.com/langsmith/run-data-format: a run as a span, with its model call. */
import type { Json } from '@/lib/engine/session/schema';
import { readSeconds } from '../../mechanisms/exchange/time';
import { fieldsOf, firstText, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { readAnyMessages } from '../../mechanisms/messages/any-messages';
import { decoded } from '../../mechanisms/messages/json-text';
import { readChatTools } from '../../mechanisms/messages/openai-chat';
import { CallNames } from '../../mechanisms/messages/turns';
import { otelUsage } from '../../mechanisms/spans/attributes';
import { isLengthStop, type Reading } from '../../mechanisms/spans/reading';
import type { KnownSpan } from '../../mechanisms/spans/span-table';

const types = new Set([...['llm', 'chain', 'tool', 'retriever', 'prompt', 'parser', 'embedding']]);

/** True for a LangSmith run. */
export function isRun(value: unknown): boolean {
  const run = fieldsOf(value);
  if (run === null || !types.has(textOf(run['run_type']) ?? '')) return false;
  return ['trace_id', 'dotted_order', 'session_id', 'inputs'].some((name) => name in run);
}

/** The runs of an API answer; null for anything else. */
export function runsIn(fields: Fields | null): readonly unknown[] | null {
  const list = fields?.['runs'];
  return Array.isArray(list) ? listOf(list) : null;
}

/** `20250101T090000123456Z`, followed by the run's id. */
const segment = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})\d*Z(.*)$/;

/** A run as a span; null without an id. */
export function readRun(run: Fields, at: number | string): Omit<KnownSpan, 'order'> | null {
  const order = (textOf(run['dotted_order']) ?? '').split('.');
  const [first] = order;
  const id = textOf(run['id']) ?? textOf(run['run_id']) ?? segment.exec(order.at(-1) ?? '')?.[8];
  if (id === undefined || id === '') return null;
  const parents = listOf(decoded(run['parent_run_ids']));
  const extra = fieldsOf(decoded(run['extra'])) ?? {};
  const metadata = fieldsOf(decoded(extra['metadata'])) ?? {};
  const seconds = readSeconds(run['start_time'] as Json | undefined);
  return {
    at,
    traceId: textOf(run['trace_id']) ?? segment.exec(first ?? '')?.[8] ?? id,
    spanId: id,
    parentId: textOf(run['parent_run_id']) ?? textOf(parents.at(-1)) ?? null,
    name: textOf(run['name']) ?? '',
    start: seconds === null ? orderTime(order.at(-1)) : seconds * 1000,
    // The `session_id` of the run itself names the project, not a conversation.
    conversation: firstText(metadata, ['session_id', 'thread_id', 'conversation_id']),
    agent: subgraph(metadata),
    service: null,
    reading: run['run_type'] === 'llm' ? readCall(run, extra, metadata) : null,
    failure: textOf(run['error']),
  };
}

function orderTime(last: string | undefined): number | null {
  const [, year, month, day, hour, minute, second, fraction] = segment.exec(last ?? '') ?? [];
  if (year === undefined) return null;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** The subgraph in which LangGraph ran the node: `researcher:uuid|agent:uuid`. */
function subgraph(metadata: Fields): string | null {
  const agent = textOf(metadata['lc_agent_name']);
  if (agent !== null) return agent;
  const namespace =
    textOf(metadata['langgraph_checkpoint_ns']) ?? textOf(metadata['checkpoint_ns']);
  const names = (namespace ?? '').split('|').map((part) => part.replace(/:.*$/, ''));
  return names.length > 1 ? names.slice(0, -1).join('/') : null;
}

function readCall(run: Fields, extra: Fields, metadata: Fields): Reading {
  const names = new CallNames();
  const inputs = fieldsOf(decoded(run['inputs'])) ?? {};
  const outputs = decoded(run['outputs']);
  const parameters = fieldsOf(decoded(extra['invocation_params'])) ?? {};
  const prompts = listOf(inputs['prompts']);
  const request = readAnyMessages(prompts.length > 0 ? prompts[0] : inputs, 'user', names);
  const answer = readAnyMessages(outputs, 'model', names);
  const message = messageOf(outputs);
  return {
    system: request?.system ?? null,
    tools: readChatTools(
      parameters['tools'] ?? parameters['functions'] ?? decoded(inputs['tools']) ?? null,
    ),
    messages: request?.messages ?? [],
    output: (answer?.messages ?? []).map((item) => ({ ...item, role: 'model' as const })),
    ...readUsage(run, outputs, message),
    model:
      textOf(parameters['model']) ??
      textOf(parameters['model_name']) ??
      textOf(metadata['ls_model_name']) ??
      textOf(inputs['model']),
    lengthStop: isLengthStop(finishOf(outputs, message)),
    notices: [],
  };
}

/** The first generation of a response, without LangChain's wrapper. */
function generationOf(outputs: unknown): Fields | null {
  const [first] = listOf(fieldsOf(outputs)?.['generations']);
  return fieldsOf(Array.isArray(first) ? (first as readonly unknown[])[0] : first);
}

function messageOf(outputs: unknown): Fields | null {
  const fields = fieldsOf(outputs);
  const message =
    fieldsOf(generationOf(outputs)?.['message']) ?? fieldsOf(fields?.['message']) ?? fields;
  return fieldsOf(message?.['kwargs']) ?? message;
}

function finishOf(outputs: unknown, message: Fields | null): unknown {
  const metadata = fieldsOf(message?.['response_metadata']);
  const info = fieldsOf(generationOf(outputs)?.['generation_info']);
  const [choice] = listOf(fieldsOf(outputs)?.['choices']);
  return (
    metadata?.['finish_reason'] ??
    metadata?.['stop_reason'] ??
    info?.['finish_reason'] ??
    fieldsOf(choice)?.['finish_reason']
  );
}

/**
 * LangChain's usage, which includes the cache by convention; else the provider's; else the run's.
 */
function readUsage(run: Fields, outputs: unknown, message: Fields | null) {
  const fields = fieldsOf(outputs);
  const usage = fieldsOf(message?.['usage_metadata']) ?? fieldsOf(fields?.['usage_metadata']);
  if (usage !== null) {
    const details = fieldsOf(usage['input_token_details']) ?? {};
    return counted(usage['input_tokens'], usage['output_tokens'], usage['total_tokens'], details);
  }
  const own =
    fieldsOf(fields?.['usage']) ??
    fieldsOf(fieldsOf(fields?.['llm_output'])?.['token_usage']) ??
    fieldsOf(fieldsOf(message?.['response_metadata'])?.['token_usage']);
  if (own !== null) return { usage: own as Json };
  return counted(run['prompt_tokens'], run['completion_tokens'], run['total_tokens'], {});
}

function counted(input: unknown, output: unknown, total: unknown, cache: Fields) {
  const { cache_read: read, cache_creation: write } = cache;
  return { usage: otelUsage({ input, output, total, read, write }), family: 'otel' } as const;
}
