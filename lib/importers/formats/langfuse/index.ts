/**
 * https://langfuse.com/docs/api-and-data-platform/features/export-from-ui
 * Langfuse traces: the download of the user interface, the API's trace with its observations, and
 * batch exports with an observation a row. Fields: https://api.reference.langfuse.com/#tag/observations
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf, listOf, millisecondsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { SpanReader } from '../../mechanisms/spans/span-reader';
import { decoded } from '../../mechanisms/messages/json-text';
import { agentIn } from '../../mechanisms/spans/agent';
import { conversationIn } from '../../mechanisms/spans/conversation';
import type { KnownSpan } from '../../mechanisms/spans/span-table';
import { named, readGeneration } from './generation';

/** Types of an observation. */
const types = new Set([
  ...['GENERATION', 'SPAN', 'EVENT', 'AGENT', 'TOOL', 'CHAIN', 'RETRIEVER'],
  ...['EVALUATOR', 'EMBEDDING', 'GUARDRAIL'],
]);

/** True for an observation as a row of its own. */
function isObservation(value: unknown): boolean {
  const fields = fieldsOf(value);
  if (fields === null || !types.has(textOf(fields['type']) ?? '')) return false;
  return textOf(named(fields, 'traceId')) !== null && textOf(named(fields, 'startTime')) !== null;
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
  if (observations.length === 0) return textOf(named(fields, 'projectId')) !== null;
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
  const owner = textOf(named(observation, 'traceId')) ?? traceId;
  if (id === null || owner === null) return null;
  const metadata = fieldsOf(decoded(observation['metadata'])) ?? {};
  const attributes = fieldsOf(decoded(metadata['attributes'])) ?? {};
  const name = textOf(observation['name']) ?? '';
  const type = textOf(observation['type']) ?? '';
  const start = millisecondsOf(named(observation, 'startTime'));
  const level = textOf(observation['level']);
  return {
    at,
    traceId: owner,
    spanId: id,
    parentId: textOf(named(observation, 'parentObservationId')),
    name,
    start: Number.isNaN(start) ? null : start,
    conversation:
      textOf(named(trace, 'sessionId')) ??
      conversationIn(attributes) ??
      textOf(metadata['thread_id']),
    agent: agentIn(name, Object.assign({}, attributes, { 'langfuse.observation.type': type })),
    service: null,
    reading: type === 'GENERATION' ? readGeneration(observation, metadata, attributes) : null,
    failure: level === 'ERROR' ? (textOf(named(observation, 'statusMessage')) ?? '') : null,
  };
}

const id = 'langfuse';
const FRAMEWORK = 'Langfuse';

/** Reads the generations of Langfuse traces. */
export const langfuse = defineImporter({
  id,
  label: 'Langfuse export',
  source: 'Langfuse',
  inputs: ['jsonl', 'json'],
  lists: ['observations[]'],
  sniff: ({ records }) =>
    records.some((record) => {
      const [first] = listOf(record);
      return isTrace(record) || isObservation(record) || isTrace(first) || isObservation(first);
    }),
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

  protected nothing(): string {
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
