/** https://api.reference.langfuse.com/#tag/observations: observations as spans of one model. */
import { fieldsOf, listOf, millisecondsOf, textOf, type Fields } from '../loose-json';
import { decoded } from '../messages/json-text';
import { agentIn } from '../otlp/agent';
import { conversationIn } from '../otlp/conversation';
import type { KnownSpan } from '../otlp/span-table';
import { readGeneration } from './generation';

const types = new Set([
  ...['GENERATION', 'SPAN', 'EVENT', 'AGENT', 'TOOL', 'CHAIN', 'RETRIEVER'],
  ...['EVALUATOR', 'EMBEDDING', 'GUARDRAIL'],
]);

/** A field under its camelCase name (API, user interface) or its snake_case one (blob storage). */
export function named(fields: Fields, camel: string): unknown {
  const own = fields[camel];
  if (own !== undefined && own !== null) return own;
  return fields[camel.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)];
}

/** True for an observation as a row of its own. */
export function isObservation(value: unknown): boolean {
  const fields = fieldsOf(value);
  if (fields === null || !types.has(textOf(fields['type']) ?? '')) return false;
  return textOf(named(fields, 'traceId')) !== null && textOf(named(fields, 'startTime')) !== null;
}

/** The observations of a trace; null where the value is none. */
export function observationsIn(fields: Fields): readonly unknown[] | null {
  return Array.isArray(fields['observations']) ? listOf(fields['observations']) : null;
}

/** True for a trace with its observations, whole. */
export function isTrace(value: unknown): boolean {
  const fields = fieldsOf(value);
  const observations = fields && observationsIn(fields);
  if (fields === null || observations === null) return false;
  if (observations.length === 0) return textOf(named(fields, 'projectId')) !== null;
  const [first] = observations;
  const type = textOf(fieldsOf(first)?.['type']);
  return type !== null && types.has(type) && 'startTime' in (fieldsOf(first) ?? {});
}

/** An observation as a span; `trace` says what it says of all its observations. */
export function readObservation(
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
    agent: agentIn(name, { ...attributes, 'langfuse.observation.type': type }),
    service: null,
    reading: type === 'GENERATION' ? readGeneration(observation, metadata, attributes) : null,
    failure: level === 'ERROR' ? (textOf(named(observation, 'statusMessage')) ?? '') : null,
  };
}
